import { Callout, DateTime, Icon } from '@assay/design-system'
import { type AccessExplanation, type Environment, roleNameIn } from '@assay/risk-service/contract'
import { CircleMinus, KeyRound } from 'lucide-react'
import { FormattedList, FormattedMessage } from 'react-intl'
import { CapabilityTitle } from './capability-titles.tsx'

interface ExplanationProps {
  explanation: AccessExplanation
  /** That of the environment that the question is about. */
  environment: Pick<Environment, 'friendlyName' | 'kind'>
  /** The question is about the user of the console. */
  own?: boolean
}

/** Why somebody may or may not do something: the answer of the service, and the grants that make it so. */
export function Explanation({ explanation, environment, own = false }: ExplanationProps) {
  const { outcome, grants, elsewhere, sufficient, limited, signedInAt } = explanation
  const { kind, friendlyName } = environment
  return (
    <div className="flex flex-col gap-3 text-start text-sm">
      <Callout tone={outcome === 'allowed' ? 'success' : 'warning'} live>
        <FormattedMessage
          id={`Access.Why.${outcome}.${own ? 'own' : explanation.required}`}
          values={{
            name: <bdi key="name">{explanation.name}</bdi>,
            capability: <CapabilityTitle key="capability" capability={explanation.capability} />,
            environment: <bdi key="environment">{friendlyName}</bdi>,
          }}
        />
      </Callout>
      {limited ? (
        <p>
          <FormattedMessage id="Access.Why.Limited" />
        </p>
      ) : null}
      <GrantList titleId="Access.Why.Grants" noneId="Access.Why.NoGrants" grants={grants} kind={kind} />
      {elsewhere.length === 0 ? null : <GrantList titleId="Access.Why.Elsewhere" grants={elsewhere} kind={kind} />}
      {outcome === 'allowed' ? null : (
        <p className="text-fg-secondary">
          <FormattedMessage
            id="Access.Why.Sufficient"
            values={{
              roles: (
                // Each name on its own: the order of the list is that of the language.
                <FormattedList
                  key="roles"
                  type="disjunction"
                  value={sufficient.map(role => (
                    <bdi key={role} dir="ltr">
                      {roleNameIn(role, kind)}
                    </bdi>
                  ))}
                />
              ),
            }}
          />
        </p>
      )}
      {own ? null : (
        <p className="text-xs text-fg-muted">
          {signedInAt === null ? (
            <FormattedMessage id="Access.Why.NotSignedIn" />
          ) : (
            <FormattedMessage id="Access.Why.SignedIn" values={{ time: <DateTime key="time" value={signedInAt} /> }} />
          )}
        </p>
      )}
    </div>
  )
}

interface GrantListProps {
  titleId: string
  /** Message in place of an empty list. */
  noneId?: string
  grants: AccessExplanation['grants']
  kind: Environment['kind']
}

/** Roles, how somebody got each of them, and what it gives of the capability. */
function GrantList({ titleId, noneId, grants, kind }: GrantListProps) {
  return (
    <section className="flex flex-col gap-1">
      <h3 className="text-xs font-semibold text-fg-secondary">
        <FormattedMessage id={titleId} />
      </h3>
      {grants.length === 0 && noneId !== undefined ? (
        <p className="text-fg-secondary">
          <FormattedMessage id={noneId} />
        </p>
      ) : (
        <ul className="flex flex-col gap-1">
          {grants.map(({ role, by, groupName, environmentId, environmentName, level }) => (
            <li key={`${role} ${environmentId ?? ''} ${groupName ?? by}`} className="flex items-start gap-2">
              <span className={level === 'none' ? 'mbs-1 flex text-fg-muted' : 'mbs-1 flex text-success-text'}>
                <Icon icon={level === 'none' ? CircleMinus : KeyRound} size={12} />
              </span>
              <span className="min-w-0">
                <FormattedMessage
                  id={`Access.Why.Grant.${by}.${environmentId === null ? 'tenant' : 'environment'}`}
                  values={{
                    role: (
                      <bdi key="role" dir="ltr" className="font-medium">
                        {roleNameIn(role, kind)}
                      </bdi>
                    ),
                    group: <bdi key="group">{groupName}</bdi>,
                    environment: <bdi key="environment">{environmentName}</bdi>,
                  }}
                />{' '}
                <span className="text-fg-secondary">
                  <FormattedMessage id={`Access.Why.Gives.${level}`} />
                </span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
