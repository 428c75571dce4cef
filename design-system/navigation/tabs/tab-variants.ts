import { cva } from 'class-variance-authority'

/** `line` for the parts of a record, `segmented` for two or three views of the same thing, `pills` for saved views. */
export const tabListVariants = cva('flex min-w-0 items-center', {
  variants: {
    variant: {
      line: 'h-bar gap-5 border-be border-line',
      segmented: 'h-control w-fit max-w-full rounded-control border border-line bg-surface p-px',
      pills: 'h-bar gap-1',
    },
  },
  defaultVariants: { variant: 'line' },
})

export const tabVariants = cva(
  'focus-ring-inset relative inline-flex shrink-0 items-center gap-1.5 text-sm whitespace-nowrap text-fg-secondary select-none hover:text-fg disabled:text-fg-disabled [&_svg]:shrink-0',
  {
    variants: {
      variant: {
        // The underline covers the row's own line and is as wide as the text. It is a border, so that it is visible in
        // forced colours, which would also paint a transparent one under the other tabs. The focus ring is inside the
        // tab: without padding it would cover the first and the last letter.
        line: '-mx-1 h-full px-1 after:absolute after:inset-x-1 after:inset-be-0 after:border-accent data-[state=active]:font-medium data-[state=active]:text-fg data-[state=active]:after:border-be-2',
        segmented:
          'h-full rounded-chip border border-transparent px-2 data-[state=active]:bg-accent-subtle data-[state=active]:font-medium data-[state=active]:text-accent-text data-[state=checked]:bg-accent-subtle data-[state=checked]:font-medium data-[state=checked]:text-accent-text system-highlight',
        pills:
          'h-control-sm min-h-6 rounded-control border border-transparent px-2 py-0.5 data-[state=active]:bg-accent-subtle data-[state=active]:font-medium data-[state=active]:text-accent-text system-highlight',
      },
    },
    defaultVariants: { variant: 'line' },
  },
)
