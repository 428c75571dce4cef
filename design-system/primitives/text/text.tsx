import { Primitive } from '@radix-ui/react-primitive'
import { cva, type VariantProps } from 'class-variance-authority'
import { type ComponentProps, type PointerEvent, useState } from 'react'
import { cn } from '../../lib/cn.ts'
import { Tooltip } from '../../overlays/tooltip/tooltip.tsx'

export const textVariants = cva('', {
  variants: {
    /** Step of the type scale. */
    size: {
      '2xs': 'text-2xs',
      xs: 'text-xs',
      sm: 'text-sm',
      md: 'text-md',
      lg: 'text-lg',
      xl: 'text-xl',
      '2xl': 'text-2xl',
      '3xl': 'text-3xl',
    },
    /** Ink: by importance, or by the meaning of the text. */
    tone: {
      default: 'text-fg',
      secondary: 'text-fg-secondary',
      muted: 'text-fg-muted',
      danger: 'text-danger-text',
      success: 'text-success-text',
      warning: 'text-warning-text',
    },
    /** Thickness of the letters. */
    weight: { normal: 'font-normal', medium: 'font-medium', semibold: 'font-semibold' },
    /** Sans for text, mono for ids and codes. */
    family: { sans: 'font-sans', mono: 'font-mono' },
  },
})

type TextVariants = VariantProps<typeof textVariants>
type TruncationProps = {
  /** Cuts the text at the end of the line; the whole of it is shown in a tooltip, and only when it was cut. */
  truncate?: boolean
}

export interface TextProps extends ComponentProps<typeof Primitive.span>, TextVariants, TruncationProps {}

/** Whether the text is cut, measured when the pointer enters it. */
function useIsTruncated(truncate: boolean) {
  const [clipped, setClipped] = useState(false)
  const watch = truncate
    ? {
        onPointerEnter: (event: PointerEvent<HTMLElement>) =>
          setClipped(event.currentTarget.scrollWidth > event.currentTarget.clientWidth),
      }
    : {}
  return [clipped, watch] as const
}

/**
 * Running text in one step of the type scale. `asChild` applies the styles to another element, a paragraph for example.
 */
export function Text({ size, tone, weight, family, truncate = false, className, ...props }: TextProps) {
  const [clipped, watch] = useIsTruncated(truncate)
  const text = (
    <Primitive.span
      data-slot="text"
      className={cn(textVariants({ size, tone, weight, family }), truncate && 'block min-w-0 truncate', className)}
      {...watch}
      {...props}
    />
  )
  if (!truncate) return text
  return (
    <Tooltip content={props.children} disabled={!clipped}>
      {text}
    </Tooltip>
  )
}

export type HeadingLevel = 1 | 2 | 3 | 4

export interface HeadingProps extends ComponentProps<'h2'>, Pick<TextVariants, 'tone'>, TruncationProps {
  /** Level in the outline of the page, independent of the style. */
  level: HeadingLevel
  /** Step of the type scale, independent of the level. */
  size?: 'sm' | 'md' | 'lg' | 'xl'
}

/** A heading. Its level is its position in the outline of the page, its size the visual emphasis. */
export function Heading({
  level,
  size = level === 1 ? 'xl' : level === 2 ? 'lg' : 'md',
  tone,
  truncate = false,
  className,
  ...props
}: HeadingProps) {
  const [clipped, watch] = useIsTruncated(truncate)
  const Element = `h${level}` as const
  const heading = (
    <Element
      data-slot="heading"
      className={cn(textVariants({ size, tone, weight: 'semibold' }), truncate && 'min-w-0 truncate', className)}
      {...watch}
      {...props}
    />
  )
  if (!truncate) return heading
  return (
    <Tooltip content={props.children} disabled={!clipped}>
      {heading}
    </Tooltip>
  )
}
