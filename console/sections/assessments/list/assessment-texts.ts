import type { Assessment } from '@assay/risk-service/contract'
import type { IntlShape } from 'react-intl'

/** The template of an assessment, or what else it is. */
export const kindText = (intl: IntlShape, { kind, template }: Pick<Assessment, 'kind' | 'template'>): string =>
  intl.formatMessage({
    id:
      template !== null
        ? `Assessments.Template.${template}`
        : kind === 'builtIn'
          ? 'Rules.Kind.builtIn'
          : 'Authoring.Event.CustomAssessment',
  })
