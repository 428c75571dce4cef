import { Badge, Button, Callout, Icon, PageContent, PageHeader, TabLink, TabNav } from '@assay/design-system'
import type { BoosterSettings } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { Binary } from 'lucide-react'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link } from 'react-router-dom'
import { api } from '../../../platform/api/client.ts'
import { useEnvironment, useHref } from '../../../platform/environments/environments.tsx'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { StaleNotice } from '../../../platform/errors/stale-notice.tsx'
import { useSearchState } from '../../../platform/router/use-search-state.ts'
import { useTitle } from '../../../platform/router/use-title.ts'
import { useTitleFocus } from '../../../platform/router/use-title-focus.ts'
import { type BoosterTab, boosterPaths, messageParameters, newestPurchase } from '../booster-address.ts'
import { MessageDialog } from '../message/message-dialog.tsx'
import { useBoosterTexts } from '../use-booster-texts.ts'

interface BoosterFrameProps {
  tab: BoosterTab
  children: (settings: BoosterSettings) => ReactNode
}

const tabs: readonly BoosterTab[] = ['overview', 'optIn']

/** Header and tabs of the booster around what one tab shows of its settings, and the message of a purchase over both. */
export function BoosterFrame({ tab, children }: BoosterFrameProps) {
  const intl = useIntl()
  const href = useHref()
  const { id: environmentId } = useEnvironment()
  const [{ message }, setState] = useSearchState(messageParameters)
  const query = useQuery(api.booster.get.queryOptions({ input: { environmentId }, staleTime: 0 }))
  const settings: BoosterSettings | undefined = query.data
  const title = intl.formatMessage({ id: 'Booster.Title' })
  const name = intl.formatMessage({ id: `Booster.Tab.${tab}` })
  useTitle(`${name}, ${title}`)
  useTitleFocus()
  return (
    <div className="flex min-h-0 flex-1 flex-col bg-surface">
      <PageHeader
        title={title}
        breadcrumb={[
          { id: 'settings', label: intl.formatMessage({ id: 'Shell.Nav.Settings' }) },
          { id: 'booster', label: title, ...(tab === 'overview' ? {} : { href: href(boosterPaths.overview) }) },
          ...(tab === 'overview' ? [] : [{ id: tab, label: name }]),
        ]}
        {...(settings?.available ? { badges: <StateBadge settings={settings} />, meta: <Since {...settings} /> } : {})}
        actions={
          settings?.available ? (
            <Button
              onClick={() =>
                // What leaves now; what another level would share is a choice of the dialog.
                setState({ message: newestPurchase, level: settings.level === 'raw' ? 'raw' : 'standard' }, 'push')
              }
            >
              <Icon icon={Binary} />
              <FormattedMessage id="Booster.Message.Open" />
            </Button>
          ) : null
        }
        tabs={
          <TabNav label={title}>
            {tabs.map(each => (
              <TabLink key={each} asChild current={each === tab}>
                <Link to={href(boosterPaths[each])}>
                  <FormattedMessage id={`Booster.Tab.${each}`} />
                </Link>
              </TabLink>
            ))}
          </TabNav>
        }
      />
      <div className="flex min-h-0 flex-1 flex-col">
        {settings === undefined ? (
          <PageContent
            name={title}
            state={query.isError ? 'error' : 'loading'}
            message={<QueryError error={query.error} onRetry={() => void query.refetch()} />}
          >
            {null}
          </PageContent>
        ) : (
          <>
            {query.isError ? (
              <div className="px-page py-3">
                <StaleNotice />
              </div>
            ) : null}
            {settings.available ? (
              children(settings)
            ) : (
              <div className="px-page py-4">
                <Callout tone="info" title={<FormattedMessage id="Booster.Sandbox" />}>
                  <FormattedMessage id="Booster.Sandbox.Text" />
                </Callout>
              </div>
            )}
          </>
        )}
      </div>
      {message === null || !settings?.available ? null : (
        <MessageDialog environmentId={environmentId} onClose={() => setState({ message: null, level: 'standard' })} />
      )}
    </div>
  )
}

function StateBadge({ settings: { level } }: { settings: BoosterSettings }) {
  return (
    <Badge tone={level === 'off' ? 'neutral' : 'success'}>
      <FormattedMessage id={level === 'off' ? 'Booster.Off' : 'Booster.On'} />
    </Badge>
  )
}

function Since({ level, holdOut, changed }: BoosterSettings) {
  const intl = useIntl()
  const texts = useBoosterTexts()
  if (changed === null) return <FormattedMessage id="Booster.NeverSet" />
  return (
    <FormattedMessage
      id="Booster.Since"
      values={{ level: texts.level({ level, holdOut }), date: intl.formatDate(changed.at, { dateStyle: 'medium' }) }}
    />
  )
}
