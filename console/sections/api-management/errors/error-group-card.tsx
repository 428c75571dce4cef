import {
  Button,
  Card,
  CardBody,
  CardHeader,
  CopyableId,
  KeyValue,
  KeyValueList,
  Link,
  useFormat,
} from '@assay/design-system'
import type { ApiErrorGroup, SchemaLine } from '@assay/risk-service/contract'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link as RouterLink } from 'react-router-dom'
import { useCan, useHref } from '../../../platform/environments/environments.tsx'
import { shortApiName } from '../api-address.ts'
import { statusText } from '../status-text.ts'
import { useGroupText } from './use-group-text.ts'

interface ErrorGroupCardProps {
  group: ApiErrorGroup
  onClose: () => void
}

/** What refused the calls of a group, who sent them, and the latest ones. */
export function ErrorGroupCard({ group, onClose }: ErrorGroupCardProps) {
  const intl = useIntl()
  const format = useFormat()
  const textOf = useGroupText()
  const { status, apiName, fault, calls, lastAt, callers, correlationIds } = group
  const correlation = intl.formatMessage({ id: 'Review.Transaction.CorrelationId' })
  return (
    <Card className="min-w-0" aria-label={textOf(group)} role="region">
      <CardHeader
        title={<bdi dir="auto">{textOf(group)}</bdi>}
        actions={
          <Button size="sm" variant="ghost" onClick={onClose}>
            <FormattedMessage id="Common.Close" />
          </Button>
        }
      />
      <CardBody className="flex min-w-0 flex-col gap-3 text-sm">
        <KeyValueList>
          <KeyValue term={<FormattedMessage id="Common.Status" />}>
            <bdi dir="ltr">{statusText(status)}</bdi>
          </KeyValue>
          <KeyValue term={<FormattedMessage id="Integration.Calls.Api" />}>
            <bdi dir="ltr">{shortApiName(apiName)}</bdi>
          </KeyValue>
          <KeyValue term={<FormattedMessage id="CaseReport.View.count" />}>{format.number(calls)}</KeyValue>
          <KeyValue term={<FormattedMessage id="ApiManagement.Column.Last" />}>
            {format.dateTime(lastAt, 'UTC')}
          </KeyValue>
        </KeyValueList>
        {fault?.line ? <SchemaExcerpt line={fault.line} /> : null}
        <section className="flex flex-col gap-1">
          <h3 className="font-semibold">
            <FormattedMessage id="ApiManagement.Callers" />
          </h3>
          <ul className="flex flex-col gap-1">
            {callers.map(({ clientId, name, clientVersion, calls: own }) => (
              <li key={`${clientId} ${clientVersion}`} className="flex gap-2">
                <Caller clientId={clientId} name={name} />
                <bdi dir="ltr" className="text-fg-muted">
                  {clientVersion}
                </bdi>
                <span>{format.number(own)}</span>
              </li>
            ))}
          </ul>
        </section>
        <section className="flex flex-col gap-1">
          <h3 className="font-semibold">
            <FormattedMessage id="ApiManagement.LatestCalls" />
          </h3>
          <ul className="flex flex-col gap-1">
            {correlationIds.map(id => (
              <li key={id}>
                <CopyableId value={id} label={correlation} wrap />
              </li>
            ))}
          </ul>
        </section>
      </CardBody>
    </Card>
  )
}

/** A caller, with a link to its application where the user may see it. */
function Caller({ clientId, name }: { clientId: string; name: string | null }) {
  const href = useHref()
  const may = useCan()('integration.apps')
  if (name === null || !may) return <bdi className="min-w-0 flex-1 truncate">{name ?? clientId}</bdi>
  return (
    <Link asChild className="min-w-0 flex-1 truncate">
      <RouterLink to={href('/aadapp/manage', new URLSearchParams({ application: clientId }))}>
        <bdi>{name}</bdi>
      </RouterLink>
    </Link>
  )
}

/** A line of code after its number. */
const lineOf = (number: number, text: string): string => `${String(number).padStart(4)}  ${text}`

/** The line of the schema that refused the field, with those around it. */
function SchemaExcerpt({ line: { line, first, excerpt } }: { line: SchemaLine }) {
  const intl = useIntl()
  const label = intl.formatMessage({ id: 'ApiManagement.SchemaLine' }, { line })
  return (
    <section className="flex min-w-0 flex-col gap-1">
      <h3 className="font-semibold">{label}</h3>
      {/* Scrolls sideways on its own: reachable by keyboard. */}
      <pre
        dir="ltr"
        role="region"
        aria-label={label}
        tabIndex={0}
        className="overflow-auto rounded-control bg-surface-sunken p-3 font-mono text-xs focus-ring"
      >
        {excerpt.map((text, index) => {
          const number = first + index
          const isMeant = number === line
          return (
            <div key={number} className={isMeant ? 'bg-surface-selected font-semibold' : 'text-fg-secondary'}>
              {lineOf(number, text)}
            </div>
          )
        })}
      </pre>
    </section>
  )
}
