import { Button, Card, CardHeader, CopyableId, DateTime, Icon, KeyValue, KeyValueList } from '@assay/design-system'
import { type AccountSummary, defined, isMaskedText } from '@assay/risk-service/contract'
import { Ban, Eye, ShieldCheck } from 'lucide-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { FiguresTable } from '../../../platform/account-figures/figures-table.tsx'
import type { ListedValue } from '../../../platform/support-status/support-entries.ts'
import { EditStatusButton, ListStatus, ListValidity } from '../status/list-status.tsx'
import type { PanelStatus } from '../status/status-form.ts'

interface AccountCardProps {
  summary: AccountSummary
  /** Opens the panel for a value; undefined for a user who may only read. */
  onEdit: ((listed: ListedValue, status?: PanelStatus) => void) | undefined
}

const actions = [
  { status: 'Safe', icon: ShieldCheck },
  { status: 'Block', icon: Ban },
  { status: 'Watch', icon: Eye },
] as const

/** Who the customer is, what is listed about them, and their figures. */
export function AccountCard({ summary, onEdit }: AccountCardProps) {
  const intl = useIntl()
  const { values, userName, phone, city, country, memberSince, memberSinceSource } = summary
  const main = values.find(({ value }) => !isMaskedText(value))
  const place = [city, country === null ? null : intl.formatDisplayName(country, { type: 'region', fallback: 'code' })]
  return (
    <Card>
      <CardHeader
        title={<FormattedMessage id="Support.Account.Title" />}
        actions={
          onEdit && main ? (
            <span className="flex flex-wrap gap-1">
              {actions.map(({ status, icon }) => (
                <Button
                  key={status}
                  size="sm"
                  start={<Icon icon={icon} />}
                  disabled={main.entry?.status === status}
                  onClick={() => onEdit({ list: main.list, value: main.value }, status)}
                >
                  <FormattedMessage id={`Support.Action.${status}`} />
                </Button>
              ))}
            </span>
          ) : undefined
        }
      />
      <div className="grid gap-x-4 pbe-3 @4xl:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        <div className="min-w-0 px-4">
          <KeyValueList termWidth="sm">
            {values.map(({ list, value, entry }) => (
              <KeyValue
                key={list}
                term={<FormattedMessage id={list === 'email' ? 'Support.Key.email' : 'Events.Column.UserId'} />}
                qualifier={
                  <span className="inline-flex flex-wrap items-center gap-1">
                    <ListStatus entry={entry} />
                    {onEdit && !isMaskedText(value) ? (
                      <EditStatusButton
                        name={intl.formatMessage({
                          id: list === 'email' ? 'Support.Key.email' : 'Events.Column.UserId',
                        })}
                        onEdit={() => onEdit({ list, value })}
                      />
                    ) : null}
                    {entry === null ? null : (
                      <span className="w-full">
                        <ListValidity entry={entry} />
                      </span>
                    )}
                  </span>
                }
              >
                <CopyableId
                  value={value}
                  label={intl.formatMessage({ id: list === 'email' ? 'Support.Key.email' : 'Events.Column.UserId' })}
                  wrap
                />
              </KeyValue>
            ))}
            <KeyValue term={<FormattedMessage id="Events.Column.UserName" />}>
              {userName === null ? null : <bdi>{[userName, ...place].filter(Boolean).join(', ')}</bdi>}
            </KeyValue>
            <KeyValue term={<FormattedMessage id="Events.Column.Phone" />}>
              {phone === null ? null : (
                <CopyableId value={phone} label={intl.formatMessage({ id: 'Events.Column.Phone' })} />
              )}
            </KeyValue>
            <KeyValue
              term={<FormattedMessage id="Support.Account.MemberSince" />}
              {...defined({
                qualifier:
                  memberSinceSource === 'firstPurchase' ? (
                    <FormattedMessage id="Support.Account.FirstPurchase" />
                  ) : undefined,
              })}
            >
              <DateTime value={memberSince} shape="date" />
            </KeyValue>
          </KeyValueList>
        </div>
        <div className="min-w-0 border-line-subtle @4xl:border-s">
          <FiguresTable summary={summary} />
        </div>
      </div>
    </Card>
  )
}
