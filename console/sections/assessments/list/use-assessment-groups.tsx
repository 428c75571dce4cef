import { type Assessment, assessmentLimits } from '@assay/risk-service/contract'
import { FormattedMessage } from 'react-intl'
import type { AssessmentGroup } from './assessment-table.tsx'

/** The groups of the list, with the number of all their assessments; a group without a shown one is left out. */
export function useAssessmentGroups(all: readonly Assessment[], shown: readonly Assessment[]): AssessmentGroup[] {
  const countOf = (kind: Assessment['kind']) => all.filter(row => row.kind === kind).length
  const groups: Omit<AssessmentGroup, 'rows'>[] = [
    {
      id: 'builtIn',
      name: <FormattedMessage id="Rules.Kind.builtIn" />,
      count: <FormattedMessage id="Assessments.Group.builtIn" values={{ count: countOf('builtIn') }} />,
    },
    {
      id: 'wizard',
      name: <FormattedMessage id="Monitoring.Overview.Title" />,
      count: (
        <FormattedMessage
          id="Assessments.Count"
          values={{ count: countOf('wizard'), limit: assessmentLimits.wizard }}
        />
      ),
    },
    {
      id: 'legacyCustom',
      name: <FormattedMessage id="Assessments.Template.Custom" />,
      count: (
        <FormattedMessage
          id="Assessments.Group.legacyCustom"
          values={{ count: countOf('legacyCustom'), limit: assessmentLimits.legacyCustom }}
        />
      ),
    },
  ]
  return groups
    .map(group => ({ ...group, rows: shown.filter(({ kind }) => kind === group.id) }))
    .filter(({ rows }) => rows.length > 0)
}
