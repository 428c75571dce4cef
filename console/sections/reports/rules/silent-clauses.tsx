import { Card, CardHeader, createColumns, SimpleTable } from '@assay/design-system'
import type { RulesInput, RulesReport } from '@assay/risk-service/contract'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link } from 'react-router-dom'
import { useRuleLinks, useRuleNames } from './rule-names.ts'

/** Clauses of published rules that did nothing in the range: never met, or never reached. */
export function SilentClauses({ report, input }: { report: RulesReport; input: RulesInput }) {
  const intl = useIntl()
  const { nameOf } = useRuleNames(report)
  const linksOf = useRuleLinks(report, input)
  const c = createColumns<RulesReport['silentClauses'][number]>()
  return (
    <Card>
      <CardHeader
        title={<FormattedMessage id="Reports.Rules.Silent" />}
        meta={<FormattedMessage id="Reports.Rules.Silent.Meta" />}
      />
      <SimpleTable
        label={intl.formatMessage({ id: 'Reports.Rules.Silent' })}
        narrow="cards"
        columns={[
          c.custom('clause', {
            labelId: 'Reports.Rules.Column.rule',
            value: row => nameOf(row),
            text: row => nameOf(row),
            cell: row => {
              const { rule } = linksOf({ ruleId: row.ruleId, clause: null })
              const name = <bdi>{nameOf(row)}</bdi>
              return rule === undefined ? (
                name
              ) : (
                <Link to={rule} className="focus-ring rounded-chip text-link hover:underline">
                  {name}
                </Link>
              )
            },
          }),
          c.text('reason', {
            labelId: 'Reports.Rules.Silent.Reason',
            value: row => intl.formatMessage({ id: `Reports.Rules.Silent.Reason.${row.reason}` }),
          }),
          c.number('events', { labelId: 'Reports.Rules.Silent.Events', value: row => row.events }),
          c.number('tested', { labelId: 'Reports.Rules.Silent.Tested', value: row => row.tested }),
        ]}
        rows={report.silentClauses}
        getRowId={row => `${row.ruleId} ${row.clause}`}
        empty={<FormattedMessage id="Reports.Rules.Silent.None" />}
      />
    </Card>
  )
}
