import { Callout } from '@assay/design-system'
import { FormattedMessage } from 'react-intl'
import { Link } from 'react-router-dom'
import { useHref } from '../../platform/environments/environments.tsx'
import { objectPage } from './object-page.ts'

/** What to do once something has moved in: new rules decide nothing before they were tried. */
export function NextSteps({ assessments }: { assessments: readonly string[] }) {
  const href = useHref()
  return (
    <Callout tone="success" live className="mx-page my-2">
      <p>
        <FormattedMessage id="MovingIn.Applied" />
      </p>
      {assessments.length === 0 ? null : (
        <ul className="flex flex-wrap gap-x-4">
          {assessments.map(area => {
            const page = objectPage({ kind: 'rule', area })
            return page === null ? null : (
              <li key={area}>
                <Link to={href(page.path)} className="text-link focus-ring hover:underline">
                  <FormattedMessage id="MovingIn.Backtest" values={{ assessment: <bdi key="area">{area}</bdi> }} />
                </Link>
              </li>
            )
          })}
        </ul>
      )}
    </Callout>
  )
}
