import { cva, type VariantProps } from 'class-variance-authority'
import { ExternalLink } from 'lucide-react'
import * as Slot from 'radix-ui/slot'
import type { ComponentProps } from 'react'
import { useIntl } from 'react-intl'
import { cn } from '../../lib/cn.ts'
import { DirectionalIcon } from '../directional-icon/directional-icon.tsx'

export const linkVariants = cva('rounded-mark text-link focus-ring', {
  variants: {
    /** Underlined within a sentence; standing alone or in a list, only under the pointer. */
    variant: {
      inline: 'underline underline-offset-2',
      standalone: 'inline-flex items-center gap-1 font-medium hover:underline hover:underline-offset-2',
      subtle: 'font-medium hover:underline hover:underline-offset-2',
    },
  },
  defaultVariants: { variant: 'inline' },
})

export interface LinkProps extends ComponentProps<'a'>, VariantProps<typeof linkVariants> {
  /** Renders the single child element, a router link for example. */
  asChild?: boolean
  /** Opens in a new tab: marked by an icon and a text for screen readers. */
  external?: boolean
}

/** Navigation. In running text it is underlined; in tables and alone, weight and position distinguish it. */
export function Link({ asChild = false, external = false, variant, className, children, ...props }: LinkProps) {
  const intl = useIntl()
  const Comp = asChild ? Slot.Root : 'a'
  return (
    <Comp
      data-slot="link"
      className={cn(linkVariants({ variant }), className)}
      {...(external ? { target: '_blank', rel: 'noreferrer' } : {})}
      {...props}
    >
      <Slot.Slottable>{children}</Slot.Slottable>
      {external ? (
        <>
          {' '}
          <DirectionalIcon
            icon={ExternalLink}
            size={12}
            className="inline"
            label={intl.formatMessage({ id: 'DesignSystem.Link.NewTab' })}
          />
        </>
      ) : null}
    </Comp>
  )
}
