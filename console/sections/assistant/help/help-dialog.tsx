import { Dialog, DialogContent, type HelpGuide, HelpTopics, type RenderLink } from '@assay/design-system'
import { helpParameter, helpTopics } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link as RouterLink } from 'react-router-dom'
import { pageName } from '../answer/page-names.ts'
import { termName } from '../answer/term-names.ts'
import { type GuidePlace, loadGuide, readGuidePlace } from './guides.ts'

interface HelpDialogProps {
  /** The topic or guide that is open; another text: the list of topics. */
  topic: string
  /** Address of a topic or guide, or of the page where something is done, in the environment of the tab. */
  hrefOf: (target: { topic: string } | { page: string }) => string
  onClose: () => void
}

type Topics = Readonly<Record<string, { message: string; page: string; guide: string }>>
const topics: Topics = helpTopics

/** Links within the help leave no trace: going back leads to where it was opened. */
const renderLink: RenderLink = ({ href, ...props }) => (
  <RouterLink to={href} replace={new URLSearchParams(href.split('?')[1]).has(helpParameter)} {...props} />
)

/** Topics of the help with their guides: what answers of the assistant cite. */
export function HelpDialog({ topic, hrefOf, onClose }: HelpDialogProps) {
  const intl = useIntl()
  const chosen = Object.hasOwn(topics, topic) ? topics[topic] : undefined
  const guide = useGuide(chosen === undefined ? readGuidePlace(topic) : { name: chosen.guide }, hrefOf)
  const names = useMemo(
    () =>
      Object.keys(topics)
        .map(id => ({ id, name: termName(intl, 'helpTopic', id) }))
        .sort((one, other) => one.name.localeCompare(other.name, intl.locale)),
    [intl],
  )
  const text =
    chosen === undefined
      ? {}
      : {
          name: termName(intl, 'helpTopic', topic),
          text: <FormattedMessage id={chosen.message} />,
          page: {
            label: <FormattedMessage id="Assistant.OpenPage" values={{ page: pageName(intl, chosen.page) }} />,
            href: hrefOf({ page: chosen.page }),
          },
        }
  return (
    <Dialog
      open
      onOpenChange={open => {
        if (!open) onClose()
      }}
    >
      <DialogContent size="lg" title={<FormattedMessage id="Shell.Help.Topics" />}>
        <HelpTopics
          topics={names.map(({ id, name }) => ({ id, name, href: hrefOf({ topic: id }) }))}
          open={guide === undefined ? undefined : { id: topic, ...text, guide }}
          allHref={hrefOf({ topic: 'all' })}
          renderLink={renderLink}
        />
      </DialogContent>
    </Dialog>
  )
}

/** The guide of a place, as far as it is loaded; undefined without a place. */
function useGuide(place: GuidePlace | null, hrefOf: HelpDialogProps['hrefOf']): HelpGuide | undefined {
  const intl = useIntl()
  const name = place?.name ?? ''
  const { data, isError, refetch } = useQuery({
    queryKey: ['guide', name],
    queryFn: () => loadGuide(name),
    enabled: place !== null,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (place === null) return undefined
  if (isError) return { state: 'failed', onRetry: () => void refetch() }
  if (data === undefined) return { state: 'loading' }
  return {
    state: 'ready',
    blocks: data(target => hrefOf({ topic: target })),
    language: 'en',
    ...(intl.locale.startsWith('en') ? {} : { note: intl.formatMessage({ id: 'Shell.Help.GuideLanguage' }) }),
    ...(place.anchor === undefined ? {} : { anchor: place.anchor }),
  }
}
