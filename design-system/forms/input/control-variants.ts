import { cva } from 'class-variance-authority'

/** The box of every text-like control: input, select trigger, combobox. */
export const controlVariants = cva(
  [
    'flex min-w-0 items-center gap-1.5 rounded-control border bg-surface text-fg',
    'has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-offset-2 has-[input:focus-visible]:outline-focus',
    'has-[:is(input,textarea):disabled]:border-line has-[:is(input,textarea):disabled]:bg-surface-sunken has-[:is(input,textarea):disabled]:text-fg-disabled',
  ],
  {
    variants: {
      size: { sm: 'min-h-control-sm px-2 text-xs', md: 'min-h-control px-2 text-sm' },
      invalid: { true: 'border-danger-border', false: 'border-line-strong' },
    },
    defaultVariants: { size: 'md', invalid: false },
  },
)
