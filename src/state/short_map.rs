//! A map of a few entries, as a list. The page holds the code of a `BTreeMap` once for each type of its values, some
//! kilobytes each, and a short list is searched as quickly.

use std::borrow::Borrow;

#[derive(Clone, Debug, PartialEq)]
pub struct ShortMap<K, V>(Vec<(K, V)>);

impl<K, V> Default for ShortMap<K, V> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<K: PartialEq, V> ShortMap<K, V> {
    fn place<Q: PartialEq + ?Sized>(&self, key: &Q) -> Option<usize>
    where
        K: Borrow<Q>,
    {
        self.0.iter().position(|(known, _)| known.borrow() == key)
    }

    pub fn get<Q: PartialEq + ?Sized>(&self, key: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
    {
        self.place(key).map(|place| &self.0[place].1)
    }

    pub fn get_mut<Q: PartialEq + ?Sized>(&mut self, key: &Q) -> Option<&mut V>
    where
        K: Borrow<Q>,
    {
        self.place(key).map(|place| &mut self.0[place].1)
    }

    pub fn insert(&mut self, key: K, value: V) {
        match self.place(&key) {
            Some(place) => self.0[place].1 = value,
            None => self.0.push((key, value)),
        }
    }

    pub fn remove<Q: PartialEq + ?Sized>(&mut self, key: &Q)
    where
        K: Borrow<Q>,
    {
        if let Some(place) = self.place(key) {
            self.0.swap_remove(place);
        }
    }

    pub fn values(&self) -> impl Iterator<Item = &V> {
        self.0.iter().map(|(_, value)| value)
    }

    pub fn into_values(self) -> impl Iterator<Item = V> {
        self.0.into_iter().map(|(_, value)| value)
    }
}

impl<K: PartialEq, V> Extend<(K, V)> for ShortMap<K, V> {
    fn extend<I: IntoIterator<Item = (K, V)>>(&mut self, entries: I) {
        entries.into_iter().for_each(|(key, value)| self.insert(key, value));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_has_one_value() {
        let mut map = ShortMap::<String, u32>::default();
        map.extend([("a".to_string(), 1), ("b".to_string(), 2), ("a".to_string(), 3)]);
        assert_eq!((map.get("a"), map.get("b"), map.get("c")), (Some(&3), Some(&2), None));
        map.remove("a");
        map.remove("c");
        assert_eq!(map.get_mut("a"), None);
        assert_eq!(map.into_values().collect::<Vec<_>>(), [2]);
    }
}
