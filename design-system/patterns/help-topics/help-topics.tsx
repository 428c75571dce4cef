import { ArrowLeft } from 'lucide-react'
import { type ComponentProps, type ReactNode, useEffect, useId, useRef } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { ErrorState } from '../../feedback/error-state/error-state.tsx'
import { LoadingRegion } from '../../feedback/skeleton/loading-region.tsx'
import { SkeletonText } from '../../feedback/skeleton/skeleton.tsx'
import { cn } from '../../lib/cn.ts'
import { type RenderLink, renderAnchor } from '../../navigation/link/render-link.tsx'
import { DirectionalIcon } from '../../primitives/directional-icon/directional-icon.tsx'
import { Link } from '../../primitives/link/link.tsx'
import { Heading } from '../../primitives/text/text.tsx'
import type { HelpGuide } from './guide-model.ts'
import { GuideText, guideAnchor } from './guide-text.tsx'

export interface HelpLink {
  id: string
  name: string
  href: string
}

export interface OpenHelp {
  /** Of what is open: another one moves the focus to its beginning. */
  id: string
  /** Name of the topic; a guide alone has its own heading. */
  name?: string
  /** What the help says in a few sentences. */
  text?: ReactNode
  /** Link to the page where it is done. */
  page?: { label: ReactNode; href: string }
  /** The guide that says more. */
  guide?: HelpGuide
}

export interface HelpTopicsProps extends ComponentProps<'div'> {
  /** All topics, in the order of the language. */
  topics: readonly HelpLink[]
  /** What is shown in place of the list. */
  open?: OpenHelp | undefined
  /** Address of the list. */
  allHref: string
  /** Renders the links with the router of the application; plain anchors without it. */
  renderLink?: RenderLink
}

/** The list of the topics of the help, or one of them with its guide. For the body of a dialog. */
export function HelpTopics({ topics, open, allHref, renderLink = renderAnchor, className, ...props }: HelpTopicsProps) {
  const intl = useIntl()
  const root = useRef<HTMLDivElement>(null)
  const shown = useRef(open?.id)
  useEffect(() => {
    if (shown.current === open?.id) return
    shown.current = open?.id
    // The link that led here is gone. As it opens, the dialog itself places the focus.
    root.current?.focus({ preventScroll: true })
    root.current?.scrollIntoView?.({ block: 'nearest' })
  }, [open?.id])
  return (
    <div ref={root} data-slot="help-topics" tabIndex={-1} className={cn('min-w-0 outline-none', className)} {...props}>
      {open === undefined ? (
        <ul aria-label={intl.formatMessage({ id: 'DesignSystem.HelpTopics.All' })} className="gap-6 sm:columns-2">
          {topics.map(({ id, name, href }) => (
            <li key={id} className="break-inside-avoid py-0.5">
              <Link asChild>{renderLink({ href, children: name })}</Link>
            </li>
          ))}
        </ul>
      ) : (
        <OpenTopic key={open.id} open={open} allHref={allHref} renderLink={renderLink} />
      )}
    </div>
  )
}

interface OpenTopicProps {
  open: OpenHelp
  allHref: string
  renderLink: RenderLink
}

function OpenTopic({ open, allHref, renderLink }: OpenTopicProps) {
  const { name, text, page, guide } = open
  const title = useId()
  return (
    <div className="flex flex-col gap-4">
      <Link asChild variant="standalone" className="self-start">
        {renderLink({
          href: allHref,
          children: (
            <>
              <DirectionalIcon icon={ArrowLeft} size={16} />
              <FormattedMessage id="DesignSystem.HelpTopics.All" />
            </>
          ),
        })}
      </Link>
      {name === undefined ? null : (
        <section aria-labelledby={title} className="flex flex-col gap-2">
          <Heading id={title} level={3} size="md" className="wrap-anywhere">
            {name}
          </Heading>
          <p>{text}</p>
          {page === undefined ? null : (
            <Link asChild variant="standalone" className="self-start">
              {renderLink({ href: page.href, children: page.label })}
            </Link>
          )}
        </section>
      )}
      {guide === undefined ? null : <Guide guide={guide} renderLink={renderLink} />}
    </div>
  )
}

function Guide({ guide, renderLink }: { guide: HelpGuide; renderLink: RenderLink }) {
  const intl = useIntl()
  const anchor = guide.state === 'ready' ? guide.anchor : undefined
  useEffect(() => {
    if (anchor !== undefined) document.getElementById(guideAnchor(anchor))?.scrollIntoView?.({ block: 'start' })
  }, [anchor])
  if (guide.state === 'failed')
    return <ErrorState title={<FormattedMessage id="DesignSystem.HelpTopics.Failed" />} onRetry={guide.onRetry} />
  return (
    <LoadingRegion
      loading={guide.state === 'loading'}
      name={intl.formatMessage({ id: 'DesignSystem.HelpTopics.Guide' })}
      skeleton={<SkeletonText lines={8} />}
      className="border-bs border-line-subtle pbs-4"
    >
      {guide.state === 'ready' ? (
        <>
          {guide.note === undefined ? null : <p className="mbe-2 text-xs text-fg-muted">{guide.note}</p>}
          <div lang={guide.language} dir="ltr" className="flex flex-col gap-3">
            <GuideText blocks={guide.blocks} renderLink={renderLink} />
          </div>
        </>
      ) : null}
    </LoadingRegion>
  )
}
