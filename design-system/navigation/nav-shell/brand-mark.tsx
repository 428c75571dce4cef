import type { ComponentProps } from 'react'
import { cn } from '../../lib/cn.ts'

export interface BrandMarkProps extends ComponentProps<'svg'> {
  /** 20 in the navigation, 40 on the sign-in page. */
  size?: 20 | 40
}

/** The logo of the product. Decorative: the name is beside it. It is the same in both reading directions. */
export function BrandMark({ size = 20, className, ...props }: BrandMarkProps) {
  return (
    <svg
      data-slot="brand-mark"
      viewBox="0 0 20 20"
      aria-hidden
      fill="none"
      className={cn('shrink-0 text-fg', size === 20 ? 'size-5' : 'size-10', className)}
      {...props}
    >
      <rect width="20" height="20" rx="4" fill="currentColor" />
      <path
        d="M5.6 15 10 5.2 14.4 15"
        stroke="var(--ds-surface)"
        strokeWidth="1.7"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <path d="M7.9 12.3h4.2" stroke="var(--ds-surface)" strokeWidth="1.7" strokeLinecap="round" />
    </svg>
  )
}
