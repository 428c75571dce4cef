import { Callout } from '@assay/design-system'
import type { AssessmentUse } from '@assay/risk-service/contract'
import { FormattedMessage } from 'react-intl'

/** Uses that are named; the others are counted. */
const named = 5

/** Says what keeps an API name from changing. */
export const NameUses = ({ uses }: { uses: readonly AssessmentUse[] }) => (
  <Callout tone="info">
    <p>
      <FormattedMessage id="Assessments.ApiName.Locked" />
    </p>
    <ul className="list-disc ps-5">
      {uses.slice(0, named).map(({ kind, name, environment }) => (
        <li key={`${kind} ${environment} ${name}`}>
          <FormattedMessage id={`Assessments.Use.${kind}`} values={{ name: <bdi key="name">{name}</bdi> }} />{' '}
          <bdi className="text-fg-muted">{environment}</bdi>
        </li>
      ))}
      {uses.length > named ? (
        <li>
          <FormattedMessage id="Assessments.Use.More" values={{ count: uses.length - named }} />
        </li>
      ) : null}
    </ul>
  </Callout>
)
