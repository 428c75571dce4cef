import { type Assessment, assessmentLimits } from '@assay/risk-service/contract'
import type { ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'
import type { AssessmentGroup } from './assessment-table.tsx'

/**
 * The groups of the list, with the number of all their assessments; a group without a shown one is left out.
 * @param newCustom creates a custom assessment of the older generation: for who may, that group is there without any, too
 */
export function useAssessmentGroups(
  all: readonly Assessment[],
  shown: readonly Assessment[],
  newCustom: ReactNode,
): AssessmentGroup[] {
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
      ...(newCustom === null ? {} : { action: newCustom }),
      ...(newCustom !== null && countOf('legacyCustom') === 0
        ? { empty: <FormattedMessage id="Assessments.Custom.None" /> }
        : {}),
    },
  ]
  return groups
    .map(group => ({ ...group, rows: shown.filter(({ kind }) => kind === group.id) }))
    .filter(({ rows, empty }) => rows.length > 0 || (empty !== undefined && shown.length === all.length))
}
