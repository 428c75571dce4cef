import { Dialog, DialogContent, Heading, Link } from '@assay/design-system'
import { helpTopics } from '@assay/risk-service/contract'
import { useMemo } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link as RouterLink } from 'react-router-dom'
import { pageName } from '../answer/page-names.ts'
import { termName } from '../answer/term-names.ts'

interface HelpDialogProps {
  /** The topic that is shown above the list; another text: none. */
  topic: string
  /** Address of a topic, or of the page where something is done, in the environment of the tab. */
  hrefOf: (target: { topic: string } | { page: string }) => string
  onClose: () => void
}

type Topics = Readonly<Record<string, { message: string; page: string }>>

/** Topics of the help: what answers of the assistant cite. */
export function HelpDialog({ topic, hrefOf, onClose }: HelpDialogProps) {
  const intl = useIntl()
  const topics: Topics = helpTopics
  const chosen = Object.hasOwn(topics, topic) ? topics[topic] : undefined
  const names = useMemo(
    () =>
      Object.keys(helpTopics)
        .map(id => ({ id, name: termName(intl, 'helpTopic', id) }))
        .sort((one, other) => one.name.localeCompare(other.name, intl.locale)),
    [intl],
  )
  return (
    <Dialog
      open
      onOpenChange={open => {
        if (!open) onClose()
      }}
    >
      <DialogContent title={<FormattedMessage id="Shell.Help.Topics" />}>
        <div className="flex flex-col gap-6">
          {chosen === undefined ? null : (
            <section className="flex flex-col gap-2" aria-live="polite">
              <Heading level={3} size="md">
                {termName(intl, 'helpTopic', topic)}
              </Heading>
              <p>
                <FormattedMessage id={chosen.message} />
              </p>
              <Link asChild variant="standalone">
                <RouterLink to={hrefOf({ page: chosen.page })}>
                  <FormattedMessage id="Assistant.OpenPage" values={{ page: pageName(intl, chosen.page) }} />
                </RouterLink>
              </Link>
            </section>
          )}
          <ul aria-label={intl.formatMessage({ id: 'Shell.Help.AllTopics' })} className="gap-6 sm:columns-2">
            {names.map(({ id, name }) => (
              <li key={id} className="break-inside-avoid py-0.5">
                <Link asChild>
                  <RouterLink
                    to={hrefOf({ topic: id })}
                    replace
                    {...(id === topic ? { 'aria-current': 'true' as const } : {})}
                  >
                    {name}
                  </RouterLink>
                </Link>
              </li>
            ))}
          </ul>
        </div>
      </DialogContent>
    </Dialog>
  )
}
