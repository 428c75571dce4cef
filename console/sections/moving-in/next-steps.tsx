import { Callout } from '@assay/design-system'
import { FormattedMessage } from 'react-intl'
import { Link } from 'react-router-dom'
import { useCan, useHref } from '../../platform/environments/environments.tsx'
import { canOpen } from '../../platform/permissions/route-table.ts'
import { objectPage } from './object-page.ts'

const linkClass = 'text-link focus-ring hover:underline'

/** What to do once something has moved in: new rules decide nothing before they were tried and compared. */
export function NextSteps({ assessments }: { assessments: readonly string[] }) {
  const href = useHref()
  const can = useCan()
  return (
    <Callout tone="success" live className="mx-page my-2">
      <p>
        <FormattedMessage id="MovingIn.Applied" />
      </p>
      <ul className="flex flex-wrap gap-x-4">
        {assessments.map(area => {
          const page = objectPage({ kind: 'rule', area })
          return page === null ? null : (
            <li key={area}>
              <Link to={href(page.path)} className={linkClass}>
                <FormattedMessage id="MovingIn.Backtest" values={{ assessment: <bdi key="area">{area}</bdi> }} />
              </Link>
            </li>
          )
        })}
        {canOpen('/data/dualrun', can) ? (
          <li>
            <Link to={href('/data/dualrun')} className={linkClass}>
              <FormattedMessage id="MovingIn.Step.compare" />
            </Link>
          </li>
        ) : null}
      </ul>
    </Callout>
  )
}
