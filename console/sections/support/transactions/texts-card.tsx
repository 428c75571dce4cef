import { Callout, Card, CardHeader, CopyButton, DateTime, Heading, Money, SkeletonText } from '@assay/design-system'
import { type CustomerStatement, supportLists, type TransactionDetail } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { api } from '../../../platform/api/client.ts'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { ContributionLabel } from '../../../platform/explanation/contribution-label.tsx'
import { majorUnits } from '../../../platform/i18n/money.ts'
import { customerText } from './customer-text.ts'

/** One purchase with its two texts. */
export const useTransaction = (environmentId: string, id: string | null) =>
  useQuery(
    api.support.transaction.queryOptions({
      input: { environmentId, id: id ?? '' },
      enabled: id !== null,
      staleTime: 10_000,
    }),
  )

interface TextsCardProps {
  environmentId: string
  /** Event id or the merchant's id of the purchase. */
  id: string
}

/** What happened with a purchase, in two texts: one for the employee, and one that the customer may be told. */
export function TextsCard({ environmentId, id }: TextsCardProps) {
  const query = useTransaction(environmentId, id)
  return (
    <Card>
      <CardHeader
        title={
          query.data === undefined ? (
            <FormattedMessage id="Support.Texts.Title" />
          ) : (
            <FormattedMessage
              id="Support.Texts.TitleOf"
              values={{
                order: (
                  <bdi key="order" dir="ltr">
                    {query.data.row.externalId}
                  </bdi>
                ),
              }}
            />
          )
        }
      />
      {query.isError && query.data === undefined ? (
        <QueryError error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <div className="grid items-start gap-3 px-4 pbe-4 @2xl:grid-cols-2" aria-busy={query.isFetching}>
          {query.data === undefined ? (
            <>
              <SkeletonText lines={4} />
              <SkeletonText lines={4} />
            </>
          ) : (
            <>
              <EmployeeText detail={query.data} />
              <CustomerText detail={query.data} />
            </>
          )}
        </div>
      )}
    </Card>
  )
}

function EmployeeText({ detail: { row, employee } }: { detail: TransactionDetail }) {
  const strong = (value: string | null) => (
    <b key={value} className="font-semibold">
      <bdi>{value}</bdi>
    </b>
  )
  const values = {
    list: employee.list === null ? '' : supportLists[employee.list].name,
    rule: strong(employee.rule),
    clause: strong(employee.clause),
    score: row.riskScore,
  }
  const lines: ReactNode[] = [
    <FormattedMessage
      key="decision"
      id={`Support.Employee.${row.decision}`}
      values={{
        time: <DateTime key="time" value={row.at} />,
        amount:
          row.amount === null || row.currency === null ? (
            ''
          ) : (
            <Money key="amount" amount={majorUnits(row.amount, row.currency)} currency={row.currency} />
          ),
      }}
    />,
    <FormattedMessage key="cause" id={`Support.Cause.${employee.cause}`} values={values} />,
  ]
  if (row.chargebacks > 0)
    lines.push(
      <FormattedMessage key="chargebacks" id="Support.Employee.Chargebacks" values={{ count: row.chargebacks }} />,
    )
  if (row.refunds > 0)
    lines.push(<FormattedMessage key="refunds" id="Support.Employee.Refunds" values={{ count: row.refunds }} />)
  if (employee.supportMessage !== '')
    lines.push(
      <FormattedMessage key="note" id="Support.Employee.Note" values={{ note: strong(employee.supportMessage) }} />,
    )
  return (
    <section className="min-w-0">
      <Heading level={3} size="sm" className="pbe-1 text-fg-secondary">
        <FormattedMessage id="Support.Texts.Employee" />
      </Heading>
      <ul className="flex flex-col gap-1">
        {lines.map((line, index) => (
          <li key={index}>{line}</li>
        ))}
        {employee.signals.length === 0 ? null : (
          <li>
            <FormattedMessage id="Support.Employee.Signals" />
            <ul className="list-disc ps-5">
              {employee.signals.map(({ code, value }) => (
                <li key={code}>
                  <ContributionLabel code={code} value={value} />
                </li>
              ))}
            </ul>
          </li>
        )}
        <li className="font-medium">
          <FormattedMessage id={`Support.Next.${employee.next}`} />
        </li>
      </ul>
    </section>
  )
}

function CustomerText({ detail: { row, customer } }: { detail: TransactionDetail }) {
  const intl = useIntl()
  const text = customerText(intl, customer as readonly CustomerStatement[], row)
  return (
    <Callout
      tone="success"
      title={
        <span className="flex items-center gap-1">
          <FormattedMessage id="Support.Texts.Customer" />
          <CopyButton size="sm" value={text} label={intl.formatMessage({ id: 'Support.Texts.CustomerNoun' })} />
        </span>
      }
    >
      {text}
    </Callout>
  )
}
