//! Reads PNG pictures of recorded games: eight bits per channel, not interlaced.

use miniz_oxide::inflate::decompress_to_vec_zlib_with_limit;

use super::atari_head::AtariHeadError;

pub struct Picture {
    pub width: usize,
    pub height: usize,
    /// Red, green, blue, row by row.
    pub pixels: Vec<[u8; 3]>,
}

const SIGNATURE: &[u8] = b"\x89PNG\r\n\x1a\n";
/// Larger pictures are refused before anything is allocated.
const MAX_PIXELS: usize = 1 << 22;

fn wrong(what: &'static str) -> AtariHeadError {
    AtariHeadError::Picture(what)
}

struct PngHeader {
    width: usize,
    height: usize,
    /// Bytes per pixel: 1 (palette index), 3 (RGB) or 4 (RGBA).
    bytes: usize,
}

pub fn read(file: &[u8]) -> Result<Picture, AtariHeadError> {
    let mut rest = file.strip_prefix(SIGNATURE).ok_or(wrong("it is not a PNG"))?;
    let (mut header, mut palette, mut data) = (None, Vec::new(), Vec::new());
    loop {
        let (kind, body) = chunk(&mut rest)?;
        match &kind {
            b"IHDR" => header = Some(self::header(body)?),
            b"PLTE" => palette = body.as_chunks::<3>().0.to_vec(),
            b"IDAT" => data.extend_from_slice(body),
            b"IEND" => break,
            _ => {}
        }
    }
    let PngHeader { width, height, bytes } = header.ok_or(wrong("it has no size"))?;
    let size = height * (1 + width * bytes);
    let mut rows = decompress_to_vec_zlib_with_limit(&data, size).map_err(|_| wrong("its pixels are damaged"))?;
    if rows.len() != size {
        return Err(wrong("its pixels are cut short"));
    }
    unfilter(&mut rows, width * bytes, bytes)?;
    let lines = rows.chunks_exact(1 + width * bytes).map(|row| &row[1..]);
    let colour = |pixel: &[u8]| match pixel {
        [red, green, blue, ..] => Some([*red, *green, *blue]),
        [index] => palette.get(usize::from(*index)).copied(),
        _ => None,
    };
    let pixels: Option<Vec<[u8; 3]>> = lines.flat_map(|line| line.chunks_exact(bytes)).map(colour).collect();
    Ok(Picture { width, height, pixels: pixels.ok_or(wrong("a palette index is out of range"))? })
}

/// Splits off the next chunk; returns its type and data.
fn chunk<'a>(rest: &mut &'a [u8]) -> Result<([u8; 4], &'a [u8]), AtariHeadError> {
    let (length, after) = rest.split_first_chunk::<4>().ok_or(wrong("it is cut short"))?;
    let length = u32::from_be_bytes(*length) as usize;
    let (named, after) = after.split_at_checked(length.saturating_add(4)).ok_or(wrong("it is cut short"))?;
    let (sum, after) = after.split_first_chunk::<4>().ok_or(wrong("it is cut short"))?;
    let (kind, body) = named.split_first_chunk::<4>().ok_or(wrong("it is cut short"))?;
    if crc32fast::hash(named) != u32::from_be_bytes(*sum) {
        return Err(wrong("it is damaged (a checksum does not fit)"));
    }
    *rest = after;
    Ok((*kind, body))
}

fn header(body: &[u8]) -> Result<PngHeader, AtariHeadError> {
    let &[w0, w1, w2, w3, h0, h1, h2, h3, depth, kind, _, _, interlaced] = body else {
        return Err(wrong("its header is not whole"));
    };
    let size = |bytes| u32::from_be_bytes(bytes) as usize;
    let (width, height) = (size([w0, w1, w2, w3]), size([h0, h1, h2, h3]));
    let bytes = match (depth, kind, interlaced) {
        (8, 2, 0) => 3,
        (8, 3, 0) => 1,
        (8, 6, 0) => 4,
        _ => return Err(wrong("only eight bits per channel, in colour and not interlaced, are supported")),
    };
    if width == 0 || height == 0 || width.checked_mul(height).is_none_or(|pixels| pixels > MAX_PIXELS) {
        return Err(wrong("it is larger than any game's"));
    }
    Ok(PngHeader { width, height, bytes })
}

/// Undoes the row filters. The first byte of each row names the filter, which predicts from the pixels to the left and
/// above.
fn unfilter(rows: &mut [u8], line: usize, bytes: usize) -> Result<(), AtariHeadError> {
    let mut above = vec![0; line];
    for row in rows.chunks_exact_mut(1 + line) {
        let (filter, row) = row.split_at_mut(1);
        for at in 0..line {
            let (left, corner) = if at < bytes { (0, 0) } else { (row[at - bytes], above[at - bytes]) };
            let guess = match filter[0] {
                0 => 0,
                1 => left,
                2 => above[at],
                3 => u8::midpoint(left, above[at]),
                4 => paeth(left, above[at], corner),
                _ => return Err(wrong("a row has an unknown filter")),
            };
            row[at] = row[at].wrapping_add(guess);
        }
        above.copy_from_slice(row);
    }
    Ok(())
}

/// The Paeth predictor: of three neighbours the one nearest to left + above - corner, on ties the first.
fn paeth(left: u8, above: u8, corner: u8) -> u8 {
    let guess = i32::from(left) + i32::from(above) - i32::from(corner);
    let far = |value: u8| (guess - i32::from(value)).abs();
    if far(left) <= far(above) && far(left) <= far(corner) {
        left
    } else if far(above) <= far(corner) {
        above
    } else {
        corner
    }
}

#[cfg(test)]
pub mod tests {
    use miniz_oxide::deflate::compress_to_vec_zlib;

    use super::*;

    /// A PNG of RGB pixels; `filter` gives the filter of each row.
    pub fn write(width: usize, pixels: &[[u8; 3]], filter: impl Fn(usize) -> u8) -> Vec<u8> {
        let height = pixels.len() / width;
        let (mut rows, mut above) = (Vec::new(), vec![0_u8; 3 * width]);
        for (number, line) in pixels.chunks_exact(width).enumerate() {
            let line: Vec<u8> = line.concat();
            rows.push(filter(number));
            for at in 0..line.len() {
                let (left, corner) = if at < 3 { (0, 0) } else { (line[at - 3], above[at - 3]) };
                let guess = [0, left, above[at], u8::midpoint(left, above[at]), paeth(left, above[at], corner)];
                rows.push(line[at].wrapping_sub(guess[usize::from(filter(number))]));
            }
            above = line;
        }
        let mut file = SIGNATURE.to_vec();
        let mut put = |kind: &[u8], body: &[u8]| {
            file.extend((body.len() as u32).to_be_bytes());
            let named = [kind, body].concat();
            file.extend(&named);
            file.extend(crc32fast::hash(&named).to_be_bytes());
        };
        let size = [(width as u32).to_be_bytes(), (height as u32).to_be_bytes()].concat();
        put(b"IHDR", &[&size[..], &[8, 2, 0, 0, 0]].concat());
        put(b"IDAT", &compress_to_vec_zlib(&rows, 6));
        put(b"IEND", &[]);
        file
    }

    fn sample() -> Vec<[u8; 3]> {
        (0..7 * 10).map(|n| [(n * 37 % 256) as u8, (n * n % 251) as u8, (n / 7 * 20) as u8]).collect()
    }

    #[test]
    fn every_filter_comes_back() {
        let picture = read(&write(7, &sample(), |row| (row % 5) as u8)).unwrap();
        assert_eq!((picture.width, picture.height, picture.pixels), (7, 10, sample()));
    }

    #[test]
    fn damage_gets_a_sentence() {
        let file = write(7, &sample(), |_| 4);
        for length in 0..file.len() {
            assert!(read(&file[..length]).is_err());
        }
        for at in 0..file.len() {
            let mut damaged = file.clone();
            damaged[at] ^= 0x10;
            assert!(read(&damaged).is_err(), "byte {at}");
        }
    }
}
