//! How the canvas is divided: one viewport per method with the plane, and in games with consoles beside it.

use super::console_grid;
use super::viewports::{self, TITLE, Viewport, arrange};
use protocol::View;

/// What the layout depends on.
pub struct LayoutInput {
    /// Width of the canvas and height of the window, pixels.
    pub width: f32,
    pub tall: f32,
    /// The height that the page gives the stage; None where the stage decides.
    pub given: Option<f32>,
    pub ratio: f64,
    pub view: View,
    pub lanes: usize,
    /// Consoles in each lane, and whether the demonstration looked at has a picture beside them.
    pub consoles: usize,
    pub picture: bool,
    /// The visitor plays: their console takes the whole stage.
    pub alone: bool,
    /// Height of the words above a single plane, which it leaves free, pixels.
    pub caption: f32,
}

/// Where the viewports of all lanes are on the stage's canvas.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StageLayout {
    pub viewports: Vec<Viewport>,
    pub width: f32,
    pub height: f32,
    pub ratio: f64,
    pub title: f32,
    pub consoles: usize,
    /// Cells beside the consoles: the demonstration's picture, and last the plane.
    beside: usize,
}

impl StageLayout {
    /// Where the page gives no height it follows from the width, so that both axes have one scale.
    pub fn new(input: &LayoutInput) -> Self {
        let LayoutInput { width, tall, ratio, consoles, .. } = *input;
        let lanes = if input.alone { 1 } else { input.lanes };
        let beside = if input.alone || consoles == 0 { 0 } else { 1 + usize::from(input.picture) };
        let (view, share) = match consoles {
            0 => (input.view, 0.52),
            count => (console_grid::view(width / viewports::across(width, lanes) as f32, count + beside), 0.8),
        };
        let (viewports, height) = match input.given {
            Some(height) => (vec![Viewport { x: 0.0, y: 0.0, width, height }; lanes.min(1)], height),
            None => arrange(width, lanes, &view, (tall * share).max(240.0)),
        };
        let title = if lanes > 1 { TITLE } else { input.caption };
        Self { viewports, width, height, ratio, title, consoles, beside }
    }

    pub fn cells(&self, viewport: &Viewport) -> Vec<Viewport> {
        if self.consoles == 0 { vec![] } else { console_grid::cells(viewport, self.title, self.consoles + self.beside) }
    }

    /// The plane's rectangle in a viewport and the height of its title; None where the visitor's console takes the stage.
    pub fn plane(&self, viewport: &Viewport) -> Option<(Viewport, f32)> {
        match (self.consoles, self.beside) {
            (0, _) => Some((*viewport, self.title)),
            (_, 0) => None,
            _ => self.cells(viewport).pop().map(|cell| (cell, console_grid::CAPTION)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const INPUT: LayoutInput = LayoutInput {
        width: 700.0,
        tall: 900.0,
        given: None,
        ratio: 1.0,
        view: View { left: 0.0, bottom: 0.0, right: 4.0, top: 3.0 },
        lanes: 1,
        consoles: 4,
        picture: true,
        alone: false,
        caption: 0.0,
    };

    #[test]
    fn consoles_the_picture_and_the_plane_each_have_a_cell() {
        let layout = StageLayout::new(&INPUT);
        let cells = layout.cells(&layout.viewports[0]);
        assert_eq!((cells.len(), layout.plane(&layout.viewports[0]).map(|plane| plane.0)), (6, cells.last().copied()));
        let empty = StageLayout::new(&LayoutInput { consoles: 0, ..INPUT });
        assert_eq!(empty.plane(&empty.viewports[0]), Some((empty.viewports[0], 0.0)), "the plane alone has all of it");
    }

    #[test]
    fn the_plane_begins_below_its_caption() {
        let layout = StageLayout::new(&LayoutInput { consoles: 0, caption: 40.0, ..INPUT });
        let (plane, title) = layout.plane(&layout.viewports[0]).unwrap();
        let transform = viewports::ViewTransform::new(&plane, &INPUT.view, title);
        assert!(transform.to_pixels(0.0, INPUT.view.top).1 >= 40.0);
    }

    #[test]
    fn a_given_height_is_kept() {
        for consoles in [0, 4] {
            let layout = StageLayout::new(&LayoutInput { given: Some(300.0), width: 470.0, consoles, ..INPUT });
            assert_eq!((layout.height, layout.viewports[0].height), (300.0, 300.0));
            let cells = layout.cells(&layout.viewports[0]);
            assert!(cells.iter().all(|cell| cell.width > 140.0 && cell.y + cell.height <= 300.5), "{cells:?}");
        }
    }

    #[test]
    fn a_visitor_has_the_stage_for_themselves() {
        for (width, lanes) in [(340.0, 1), (700.0, 1), (700.0, 3)] {
            let layout = StageLayout::new(&LayoutInput { width, lanes, consoles: 1, alone: true, ..INPUT });
            let cells = layout.cells(&layout.viewports[0]);
            assert!(cells.len() == 1 && layout.viewports.len() == 1 && layout.plane(&layout.viewports[0]).is_none());
            assert!(cells[0].width > 0.95 * width, "{} of {width} px", cells[0].width);
        }
    }
}
