import type { RuleBody } from '@assay/risk-service/contract'
import { useMemo } from 'react'
import { FormattedMessage } from 'react-intl'
import { Link } from 'react-router-dom'
import { ruleReferencesOf } from './rule-references.ts'
import { useResourceLinks } from './use-resource-links.ts'

/**
 * The resources that the texts of a rule reference: lists, velocities, functions and calls, each with its link if it
 * has one. `linked`: they are looked up in this environment.
 */
export function ReferencedResources({ body, linked }: { body: RuleBody; linked: boolean }) {
  const used = useMemo(() => ruleReferencesOf(body), [body])
  const linkOf = useResourceLinks()
  if (used.length === 0) return null
  return (
    <section aria-labelledby="rule-uses" className="px-4 pbs-2">
      <h2 id="rule-uses" className="flex min-h-bar items-center font-semibold">
        <FormattedMessage id="Rules.Uses.Title" />
      </h2>
      <ul className="flex flex-col gap-1.5">
        {used
          .map(resource => ({ ...resource, target: linked ? linkOf(resource) : null }))
          .map(({ kind, name, columns, target }) => (
            <li key={`${kind} ${name}`} className="min-w-0">
              {target === null ? (
                <bdi className="block wrap-anywhere">{name}</bdi>
              ) : (
                <Link to={target} className="block wrap-anywhere text-link hover:underline">
                  <bdi>{name}</bdi>
                </Link>
              )}
              <span className="block text-xs text-fg-muted">
                <FormattedMessage id={`Rules.Uses.${kind}`} />
              </span>
              {columns.length > 0 ? (
                <span className="block text-xs text-fg-muted">
                  <FormattedMessage
                    id="Authoring.Dependents.Columns"
                    values={{ count: columns.length, columns: <bdi key="columns">{columns.join(', ')}</bdi> }}
                  />
                </span>
              ) : null}
            </li>
          ))}
      </ul>
    </section>
  )
}
