import { cva } from 'class-variance-authority'

/** The sheet of menus, submenus and context menus; the caller adds the maximum height of the available space. */
export const menuSurface = [
  'z-popover min-w-nav max-w-dialog-sm overflow-y-auto rounded-card border border-transparent bg-surface-raised p-1 text-sm text-fg shadow-2 outline-none',
  // Where some items have an icon or a mark, the labels of the others start at the same edge.
  '[&:has([role^=menuitem]>svg,[role=menuitemcheckbox],[role=menuitemradio])_[role=menuitem]:not(:has(>svg))]:ps-8',
]

/** One row of a menu of any kind. */
export const menuItemVariants = cva(
  [
    'relative flex min-h-8 w-full items-center gap-2 rounded-control border border-transparent px-2 py-1 text-start outline-none select-none',
    'data-highlighted:bg-surface-hover data-highlighted:outline-2 data-highlighted:-outline-offset-2 data-highlighted:outline-transparent',
    'data-disabled:text-fg-disabled [&_svg]:shrink-0',
  ],
  {
    variants: {
      /** Danger for what cannot be undone. */
      tone: {
        neutral: 'text-fg [&>svg]:text-fg-secondary',
        danger: 'text-danger-text data-highlighted:bg-danger-subtle',
      },
      indicator: { none: '', start: 'ps-8' },
    },
    defaultVariants: { tone: 'neutral', indicator: 'none' },
  },
)

export const menuLabelClass = 'px-2 py-1.5 text-xs text-fg-muted'
/** A border, so that the line is visible in forced colours. */
export const menuSeparatorClass = 'my-1 border-bs border-line-subtle'
/** Position of the check or dot before the text. */
export const menuIndicatorClass = 'absolute inset-s-2 flex size-4 items-center justify-center'
