import {
  Button,
  CopyableId,
  DecisionBadge,
  DirectionalIcon,
  KeyValue,
  KeyValueList,
  Money,
  ScoreMeter,
  SidePanel,
  SidePanelSection,
  Skeleton,
  useFormat,
} from '@assay/design-system'
import type { EventRow } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link } from 'react-router-dom'
import { api } from '../../../platform/api/client.ts'
import { entitySearch } from '../../../platform/environments/entity-search.ts'
import { useHref } from '../../../platform/environments/environments.tsx'
import { scoreOf } from '../../../platform/events/event-names.ts'
import { majorUnits } from '../../../platform/i18n/money.ts'
import { hasColumn } from '../event-type-columns.ts'

/** Room for the longest term of any language that is one word. */
const terms = '[--term:116px]'

interface ResultPanelProps {
  row: EventRow
  onClose: () => void
  onPrevious: (() => void) | undefined
  onNext: (() => void) | undefined
}

/** The chosen event beside the table: what was decided, who and what was involved, and how often it was seen. */
export function ResultPanel({ row, onClose, onPrevious, onNext }: ResultPanelProps) {
  const intl = useIntl()
  const format = useFormat()
  const href = useHref()
  const detail = useQuery(
    api.events.get.queryOptions({
      input: { environmentId: row.environmentId, eventType: row.eventType, id: row.externalId },
      staleTime: 60_000,
    }),
  )
  const score = scoreOf(row)
  const card = [row.cardType, row.lastFour ? `•••• ${row.lastFour}` : null].filter(Boolean).join(' ')
  // A search finds events of one type; an account event is counted among all events of its account.
  const isPurchase = row.eventType === 'purchase'
  const isOrder = hasColumn(row.eventType, 'amount')
  const hasPayment = hasColumn(row.eventType, 'paymentType')
  const place = [row.shippingCity, row.shippingCountry].filter(Boolean).join(', ')
  return (
    <SidePanel
      title={<bdi dir="ltr">{row.externalId}</bdi>}
      onClose={onClose}
      onPrevious={onPrevious}
      onNext={onNext}
      actions={
        <Button asChild size="sm">
          <Link to={href(`/search/${row.eventType}/${row.environmentId}/${encodeURIComponent(row.externalId)}`)}>
            <FormattedMessage id="Search.Panel.Open" />
            <DirectionalIcon icon={ExternalLink} size={12} />
          </Link>
        </Button>
      }
    >
      <SidePanelSection>
        <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
          {score === null ? null : <ScoreMeter value={score} variant="large" band />}
          {row.decision === null ? null : <DecisionBadge decision={row.decision} appearance="solid" />}
        </div>
        <p className="mbs-2 text-fg-secondary">
          {row.rule ? (
            <FormattedMessage
              id="Search.Panel.Rule"
              values={{
                rule: (
                  <b key="rule" className="font-medium text-fg">
                    <bdi>{row.rule}</bdi>
                  </b>
                ),
                clause: <bdi key="clause">{row.clause ?? ''}</bdi>,
                reason: <bdi key="reason">{row.reason}</bdi>,
              }}
            />
          ) : (
            <FormattedMessage id="Search.Panel.NoRule" />
          )}
        </p>
      </SidePanelSection>
      <SidePanelSection heading={<FormattedMessage id={isOrder ? 'Search.Panel.Order' : 'Search.Panel.Account'} />}>
        <KeyValueList className={terms}>
          <KeyValue term={<FormattedMessage id="Events.Column.At" />}>{format.dateTime(row.at)}</KeyValue>
          {isOrder ? (
            <KeyValue term={<FormattedMessage id="Events.Column.Amount" />}>
              {row.amount !== null && row.currency ? (
                <Money amount={majorUnits(row.amount, row.currency)} currency={row.currency} />
              ) : null}
            </KeyValue>
          ) : null}
          <KeyValue term={<FormattedMessage id="Events.Column.UserName" />}>{row.userName}</KeyValue>
          <KeyValue term={<FormattedMessage id="Events.Column.Email" />}>
            {row.email ? (
              <CopyableId value={row.email} label={intl.formatMessage({ id: 'Events.Column.Email' })} wrap />
            ) : null}
          </KeyValue>
          {hasPayment ? (
            <>
              <KeyValue term={<FormattedMessage id="Search.Panel.Card" />}>
                {card ? <bdi dir="ltr">{card}</bdi> : null}
              </KeyValue>
              <KeyValue term={<FormattedMessage id="Search.Panel.ShipTo" />}>{place}</KeyValue>
            </>
          ) : null}
        </KeyValueList>
      </SidePanelSection>
      <SidePanelSection heading={<FormattedMessage id="Search.Panel.DeviceNetwork" />}>
        <KeyValueList className={terms}>
          <KeyValue term={<FormattedMessage id="Events.Column.DeviceId" />}>
            {row.deviceId ? (
              <CopyableId value={row.deviceId} label={intl.formatMessage({ id: 'Events.Column.DeviceId' })} />
            ) : null}
          </KeyValue>
          <KeyValue
            term={<FormattedMessage id="Events.Column.Ip" />}
            qualifier={
              row.ipCountry ? intl.formatDisplayName(row.ipCountry, { type: 'region', fallback: 'code' }) : undefined
            }
          >
            {row.ip ? <CopyableId value={row.ip} label={intl.formatMessage({ id: 'Events.Column.Ip' })} /> : null}
          </KeyValue>
        </KeyValueList>
      </SidePanelSection>
      <SidePanelSection heading={<FormattedMessage id="Search.Panel.Shared" />}>
        {detail.isPending ? (
          <Skeleton className="h-6" />
        ) : (
          <ul className="flex flex-col">
            {detail.data?.entities.flatMap(({ type, value, events }, index) => {
              const search = entitySearch(row, { type, value })
              return search === null ? (
                []
              ) : (
                <li
                  key={`${type} ${index} ${value}`}
                  className="flex min-h-fact-row items-center justify-between gap-3"
                >
                  <span>
                    <FormattedMessage id={`Events.Entity.${type}`} />
                  </span>
                  {isPurchase ? (
                    <Link
                      className="inline-flex min-h-6 min-w-6 items-center text-link underline"
                      to={href('/search', search)}
                    >
                      <FormattedMessage id="Events.Count" values={{ count: events }} />
                    </Link>
                  ) : (
                    <FormattedMessage id="Events.Count" values={{ count: events }} />
                  )}
                </li>
              )
            })}
          </ul>
        )}
      </SidePanelSection>
    </SidePanel>
  )
}
