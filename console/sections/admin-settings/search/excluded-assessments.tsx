import { Heading, KeyValue, KeyValueList } from '@assay/design-system'
import type { SearchSwitchDetails } from '@assay/risk-service/contract'
import { FormattedMessage } from 'react-intl'
import { Link } from 'react-router-dom'
import { environmentParameter, useHref } from '../../../platform/environments/environments.tsx'
import { rulesPathOf } from '../../../platform/router/rules-path.ts'

/** The assessments whose own settings keep their events out of the search. */
export function ExcludedAssessments({ excluded }: Pick<SearchSwitchDetails, 'excluded'>) {
  const href = useHref()
  return (
    <section className="flex flex-col gap-2">
      <Heading level={2} size="md">
        <FormattedMessage id="Admin.Search.Excluded" />
      </Heading>
      <p className="text-fg-muted">
        <FormattedMessage id={excluded.length === 0 ? 'Admin.Search.Excluded.None' : 'Admin.Search.Excluded.Text'} />
      </p>
      {excluded.length === 0 ? null : (
        <KeyValueList>
          {excluded.map(({ id, name, environmentId, environment }) => (
            <KeyValue key={`${environmentId} ${id}`} term={<bdi>{environment}</bdi>}>
              <Link
                to={href(rulesPathOf(id), new URLSearchParams({ [environmentParameter]: environmentId }))}
                className="text-link underline focus-ring"
              >
                <bdi>{name}</bdi>
              </Link>
            </KeyValue>
          ))}
        </KeyValueList>
      )}
    </section>
  )
}
