import { cva, type VariantProps } from 'class-variance-authority'
import { Bot } from 'lucide-react'
import { Children, type ComponentProps, type ReactNode, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { cn } from '../../lib/cn.ts'
import { Icon } from '../icon/icon.tsx'

const avatarVariants = cva(
  'inline-flex shrink-0 items-center justify-center rounded-full border border-line-subtle font-medium text-fg-secondary select-none',
  {
    variants: {
      /** Diameter in pixels. */
      size: { 20: 'size-5 text-2xs', 24: 'size-6 text-2xs', 28: 'size-avatar text-xs', 32: 'size-8 text-xs' },
      tint: { 0: 'bg-surface-sunken', 1: 'bg-surface-hover', 2: 'bg-canvas', 3: 'bg-surface' },
    },
    defaultVariants: { size: 24, tint: 0 },
  },
)

/** First letters of the first and last word, by grapheme: an emoji or a combined letter is not split. */
export function initialsOf(name: string, locale: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean)
  const chosen = words.length > 1 ? [words[0], words.at(-1)] : words
  const segmenter = new Intl.Segmenter(locale, { granularity: 'grapheme' })
  return chosen
    .map(word => [...segmenter.segment(word ?? '')][0]?.segment ?? '')
    .join('')
    .toLocaleUpperCase(locale)
}

const tints = [0, 1, 2, 3] as const
/** The tint only distinguishes neighbours; it has no meaning. */
function tintOf(name: string): (typeof tints)[number] {
  const sum = [...name].reduce((total, letter) => (total * 31 + (letter.codePointAt(0) ?? 0)) >>> 0, 7)
  return tints[sum % tints.length] ?? 0
}

export interface AvatarProps
  extends Omit<ComponentProps<'span'>, 'children'>,
    Pick<VariantProps<typeof avatarVariants>, 'size'> {
  /** Name of the person or service: the initials and the tint come from it. */
  name: string
  /** Address of a picture; the initials are shown until it is loaded. */
  src?: string
  /** A service rather than a person. */
  service?: boolean
  /** Accessible name, where the name is not shown beside it. */
  label?: string
}

/** The picture once it is loaded; until then, and after a failure, the fallback. */
function Picture({ src, children }: { src: string; children: ReactNode }) {
  const [loaded, setLoaded] = useState<string | null>(null)
  const shown = loaded === src
  return (
    <>
      <img
        key={src}
        src={src}
        alt=""
        className={cn('size-full rounded-full object-cover', !shown && 'hidden')}
        onLoad={() => setLoaded(src)}
        onError={() => setLoaded(null)}
      />
      {shown ? null : children}
    </>
  )
}

/** A person or service, by picture or initials. */
export function Avatar({ name, src, service = false, label, size, className, ...props }: AvatarProps) {
  const { locale } = useIntl()
  const initials = <span>{service ? <Icon icon={Bot} size={12} /> : initialsOf(name, locale)}</span>
  return (
    <span
      data-slot="avatar"
      className={cn(avatarVariants({ size, tint: tintOf(name) }), className)}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
      {...props}
    >
      {src ? <Picture src={src}>{initials}</Picture> : initials}
    </span>
  )
}

export interface AvatarGroupProps extends ComponentProps<'div'> {
  /** Maximum number of visible avatars; the number of the others is shown. */
  max?: number
  /** Name of the group, for assistive technology. */
  'aria-label'?: string
}

/** Several people in a small space. Each avatar has its own name as `label`. */
export function AvatarGroup({ max = 4, className, children, ...props }: AvatarGroupProps) {
  const { locale } = useIntl()
  const all = Children.toArray(children)
  const hidden = Math.max(0, all.length - max)
  const short = `+${new Intl.NumberFormat(locale, { numberingSystem: 'latn' }).format(hidden)}`
  return (
    <div
      data-slot="avatar-group"
      role="group"
      className={cn('inline-flex flex-wrap items-center gap-1', className)}
      {...props}
    >
      {all.slice(0, max)}
      {hidden > 0 ? (
        <span className={cn(avatarVariants({ size: 24, tint: 0 }), 'tabular-nums')}>
          <span aria-hidden dir="ltr">
            {short}
          </span>
          <span className="sr-only">
            <FormattedMessage id="DesignSystem.Avatar.More" values={{ count: hidden }} />
          </span>
        </span>
      ) : null}
    </div>
  )
}
