import { Card, CardHeader, createColumns, SimpleTable } from '@assay/design-system'
import type { IncidentDetail } from '@assay/risk-service/contract'
import { FormattedMessage, useIntl } from 'react-intl'

type Distribution = IncidentDetail['distribution']
type Part = 'decisions' | 'scores'

interface ShareRow {
  key: string
  label: string
  count: number
  share: number | null
  before: number | null
}

const columns = createColumns<ShareRow>()
const scoreLimits: Readonly<Record<string, string>> = {
  1: '0–199',
  2: '200–399',
  3: '400–599',
  4: '600–799',
  5: '800–999',
}

/** Decisions and scores in the range of the incident beside the same ranges of earlier weeks. */
export function IncidentDistribution({ distribution }: { distribution: Distribution }) {
  const intl = useIntl()
  const rowsOf = (part: Part): ShareRow[] => {
    const rows = distribution[part]
    const sum = (of: 'count' | 'before') => rows.reduce((total, row) => total + row[of], 0)
    const [all, allBefore] = [sum('count'), sum('before')]
    return rows.map(({ key, count, before }) => ({
      key,
      label:
        part === 'scores'
          ? (scoreLimits[key] ?? key)
          : intl.formatMessage({ id: `DesignSystem.Decision.${key.toLowerCase()}`, defaultMessage: key }),
      count,
      share: all === 0 ? null : count / all,
      before: allBefore === 0 ? null : before / allBefore,
    }))
  }
  return (
    <Card className="min-w-0 overflow-clip">
      <CardHeader
        title={intl.formatMessage({ id: 'Alerts.Distribution' })}
        meta={<FormattedMessage id="Alerts.Distribution.Weeks" values={{ count: distribution.weeks }} />}
      />
      {(['decisions', 'scores'] as const).map(part => (
        <SimpleTable
          key={part}
          label={intl.formatMessage({ id: `Alerts.Distribution.${part}` })}
          gutter="card"
          columns={[
            columns.text('label', { labelId: `Alerts.Distribution.${part}`, value: row => row.label }),
            columns.number('count', { labelId: 'Alerts.Distribution.Count', value: row => row.count }),
            columns.percent('share', { labelId: 'Alerts.Distribution.Share', value: row => row.share }),
            columns.percent('before', { labelId: 'Alerts.Distribution.Before', value: row => row.before }),
          ]}
          rows={rowsOf(part)}
          getRowId={row => row.key}
          empty={<FormattedMessage id="Alerts.Distribution.None" />}
        />
      ))}
    </Card>
  )
}
