import { Primitive } from '@radix-ui/react-primitive'
import type { ComponentProps } from 'react'
import { cn } from '../../lib/cn.ts'

export type VisuallyHiddenProps = ComponentProps<typeof Primitive.span>

/**
 * Text for assistive technology only. Never put anything focusable inside: it would have the focus without being
 * visible.
 */
export function VisuallyHidden({ className, ...props }: VisuallyHiddenProps) {
  return <Primitive.span data-slot="visually-hidden" className={cn('sr-only', className)} {...props} />
}
