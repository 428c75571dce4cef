import { Badge, Checkbox } from '@assay/design-system'
import { type Case, type QuickDecision, supportLists } from '@assay/risk-service/contract'
import { FormattedMessage, useIntl } from 'react-intl'
import { type DecisionForm, possibleUpdatesOf } from './use-decision-form.ts'

interface ListUpdatesProps extends Pick<DecisionForm, 'draft' | 'change'> {
  row: Case
  quick: QuickDecision
  disabled: boolean
}

/** Statuses that a quick decision gives values of the event, each of which can be left out, and the tag of the case. */
export function ListUpdates({ row, quick, draft, change, disabled }: ListUpdatesProps) {
  const intl = useIntl()
  const possible = possibleUpdatesOf(row, quick)
  const { listUpdates: chosen = [], tag } = draft
  if (possible.length === 0 && tag == null) return null
  return (
    <div
      role="group"
      aria-label={intl.formatMessage({ id: 'Review.Case.ListUpdates' })}
      className="flex flex-col gap-1"
    >
      <p className="text-sm font-medium">
        <FormattedMessage id="Review.Case.ListUpdates" />
      </p>
      {possible.map(update => {
        const { list, status, days } = update
        const checked = chosen.some(each => each.list === list)
        return (
          <Checkbox
            key={list}
            checked={checked}
            disabled={disabled}
            onCheckedChange={next =>
              change({
                listUpdates: possible.filter(each =>
                  each.list === list ? next === true : chosen.some(other => other.list === each.list),
                ),
              })
            }
            label={
              <FormattedMessage
                id={days === null ? 'Review.Case.ListUpdate' : 'Review.Case.ListUpdate.Days'}
                values={{
                  status: <FormattedMessage key="status" id={`SupportStatus.${status}`} />,
                  list: supportLists[list].name,
                  days,
                  value: (
                    <bdi key="value" dir="ltr" className="wrap-anywhere">
                      {row.listedValues.find(each => each.list === list)?.value}
                    </bdi>
                  ),
                }}
              />
            }
          />
        )
      })}
      {tag == null ? null : (
        <p className="flex items-center gap-2 text-sm">
          <FormattedMessage
            id="Review.Case.AddsTag"
            values={{
              tag: (
                <Badge key="tag">
                  <bdi>{tag}</bdi>
                </Badge>
              ),
            }}
          />
        </p>
      )}
    </div>
  )
}
