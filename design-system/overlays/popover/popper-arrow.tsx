import type { ComponentProps } from 'react'

/**
 * The tip of a floating card: its two outer edges continue the card's line. Passed to the arrow of the primitive, which
 * rotates it.
 */
export function PopperArrow(props: ComponentProps<'svg'>) {
  return (
    <svg {...props} width={14} height={7} viewBox="0 0 14 7" aria-hidden className="-mbs-px overflow-visible">
      <path d="M0 0 7 6.5 14 0" className="fill-surface-raised stroke-line" />
    </svg>
  )
}
