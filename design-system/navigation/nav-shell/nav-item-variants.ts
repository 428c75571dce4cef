import { cva } from 'class-variance-authority'

export const navItemVariants = cva(
  'focus-ring-inset relative flex w-full items-center gap-2 rounded-control px-2 text-sm select-none',
  {
    variants: {
      current: {
        true: 'bg-surface-selected font-medium text-accent-text',
        false: 'text-fg-secondary hover:bg-surface-hover hover:text-fg',
      },
      level: { top: 'h-8', sub: 'min-h-6 py-1 ps-8' },
      collapsed: { true: 'justify-center px-0', false: '' },
    },
    defaultVariants: { current: false, level: 'top', collapsed: false },
  },
)
