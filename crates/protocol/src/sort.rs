//! Sorting of short lists. The standard library's sorts are made for long ones, and each type that they sort costs the page
//! about a kilobyte.

/// Sorts in place by a key, stably. Takes time in proportion to the square of the length.
pub fn sort_short<T, K: PartialOrd>(list: &mut [T], key: impl Fn(&T) -> K) {
    for end in 1..list.len() {
        let mut at = end;
        while at > 0 && key(&list[at]) < key(&list[at - 1]) {
            list.swap(at, at - 1);
            at -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_keys_keep_their_order() {
        let mut list = [(2, 'a'), (1, 'b'), (2, 'c'), (0, 'd'), (1, 'e')];
        sort_short(&mut list, |(key, _)| *key);
        assert_eq!(list, [(0, 'd'), (1, 'b'), (1, 'e'), (2, 'a'), (2, 'c')]);
        let mut none: [u32; 0] = [];
        sort_short(&mut none, |key| *key);
    }
}
