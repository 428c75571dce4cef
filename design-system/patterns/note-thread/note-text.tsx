import { EyeOff } from 'lucide-react'
import { type ComponentProps, Fragment } from 'react'
import { cn } from '../../lib/cn.ts'
import { Tooltip } from '../../overlays/tooltip/tooltip.tsx'
import { Icon } from '../../primitives/icon/icon.tsx'
import { Link } from '../../primitives/link/link.tsx'
import { type NoteMentionRange, splitNote } from './note-links.ts'

export interface NoteTextProps extends Omit<ComponentProps<'p'>, 'children'> {
  /** The text as it was typed: only addresses of http, https and mailto become links. */
  text: string
  /** Mentions with their places in the text. */
  mentions?: readonly NoteMentionRange[]
}

/** The text of a note. Markup in it is text. */
export function NoteText({ text, mentions = [], className, ...props }: NoteTextProps) {
  return (
    <p data-slot="note-text" dir="auto" className={cn('wrap-anywhere whitespace-pre-wrap', className)} {...props}>
      {splitNote(text, mentions).map((part, index) => {
        if (part.kind === 'text') return <Fragment key={index}>{part.text}</Fragment>
        if (part.kind === 'link')
          return (
            <Link key={index} href={part.href} external={!/^mailto:/i.test(part.href)} dir="ltr">
              {part.text}
            </Link>
          )
        return part.warning === undefined ? (
          <bdi key={index} data-mention className="font-medium text-accent-text">
            {part.text}
          </bdi>
        ) : (
          <Tooltip key={index} content={part.warning}>
            <bdi data-mention className="font-medium text-warning-text">
              {part.text}
              <Icon icon={EyeOff} size={12} label={part.warning} className="ms-1 inline align-baseline" />
            </bdi>
          </Tooltip>
        )
      })}
    </p>
  )
}
