import {
  Badge,
  Button,
  CardBody,
  ContributionBars,
  DecisionBadge,
  DirectionalIcon,
  Heading,
} from '@assay/design-system'
import { containedReason, type EventDetail } from '@assay/risk-service/contract'
import { ExternalLink } from 'lucide-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link } from 'react-router-dom'
import { useCan, useHref } from '../../../platform/environments/environments.tsx'
import { scoreOf } from '../../../platform/events/event-names.ts'
import { ContributionLabel } from '../../../platform/explanation/contribution-label.tsx'
import { rulesPathOf } from '../../../platform/router/rules-path.ts'
import { useSearchState } from '../../../platform/router/use-search-state.ts'
import { ReviewCard } from '../cards/review-card.tsx'
import { scorePanelSchema } from '../score-panel-parameter.ts'
import { CallsSection } from './calls-section.tsx'
import { CounterfactualsSection } from './counterfactuals-section.tsx'
import { SnoozeRule } from './snooze-rule.tsx'
import { SnoozedSection } from './snoozed-section.tsx'
import { UserRestricted } from './user-restricted.tsx'

type Rule = EventDetail['explanation']['rules'][number]
type Clause = Rule['clauses'][number]

const shownContributions = 6

/** Why no rule decided, by the reason of the decision. */
const undecidedTexts: Readonly<Record<string, string>> = {
  NO_RULE_HIT: 'Review.Explanation.NoRule',
  [containedReason]: 'Review.Explanation.Contained',
}

/** Why the event was decided as it was: one sentence, what moved the score, which rules fired and on what. */
export function ExplanationCard({ detail }: { detail: EventDetail }) {
  const intl = useIntl()
  const href = useHref()
  const can = useCan()
  const [, , hrefOf] = useSearchState(scorePanelSchema)
  const aboutScore = hrefOf({ panel: true })
  const { row, explanation } = detail
  const fired = explanation.rules.flatMap(rule =>
    rule.clauses.filter(({ effect }) => effect !== 'none').map(clause => ({ rule, clause })),
  )
  const decider = fired.find(({ clause }) => clause.effect === 'decide')
  const bold = (text: string) => (
    <b key="bold" className="font-semibold">
      <bdi>{text}</bdi>
    </b>
  )
  return (
    <ReviewCard
      name="explanation"
      title={intl.formatMessage({ id: 'Review.Explanation.Title' })}
      actions={
        decider && can('rules') ? (
          <Button asChild variant="ghost" size="sm">
            <Link to={href(rulesPathOf(row.eventType), new URLSearchParams({ rule: decider.rule.ruleId }))}>
              <FormattedMessage id="Review.Explanation.OpenRule" />
              <DirectionalIcon icon={ExternalLink} size={12} />
            </Link>
          </Button>
        ) : undefined
      }
    >
      <CardBody className="flex flex-col gap-3">
        {detail.userRestriction ? <UserRestricted restriction={detail.userRestriction} /> : null}
        <p className="text-md">
          {row.rule ? (
            <FormattedMessage
              id={`Review.Explanation.Sentence.${row.decision}`}
              values={{ rule: bold(row.rule), clause: bold(row.clause ?? '') }}
            />
          ) : (
            <FormattedMessage id={undecidedTexts[row.reason] ?? 'Review.Explanation.NoClause'} />
          )}
          {row.rule && row.reason ? (
            <span className="block text-sm text-fg-secondary">
              <FormattedMessage
                id="Review.Explanation.Reason"
                values={{ reason: <bdi key="reason">{row.reason}</bdi> }}
              />
            </span>
          ) : null}
          {detail.supportMessage === '' ? null : (
            <span className="block text-sm text-fg-secondary">
              <FormattedMessage
                id="Review.Explanation.SupportMessage"
                values={{ message: <bdi key="message">{detail.supportMessage}</bdi> }}
              />
            </span>
          )}
        </p>
        {explanation.contributions.length === 0 ? null : (
          <ContributionBars
            label={intl.formatMessage({ id: 'Review.Explanation.Contributions' })}
            contributions={explanation.contributions.slice(0, shownContributions).map(({ code, value, points }) => ({
              id: code,
              points,
              label: <ContributionLabel code={code} value={value} />,
            }))}
          />
        )}
        {can('rules') && scoreOf(row) !== null ? (
          <div className="-ms-2">
            <Button asChild variant="ghost" size="sm">
              <Link to={aboutScore} replace preventScrollReset>
                <FormattedMessage id="Models.About" />
              </Link>
            </Button>
          </div>
        ) : null}
      </CardBody>
      <div className="border-bs border-line-subtle px-4 py-3">
        <div className="flex items-baseline justify-between gap-3">
          <Heading level={3} size="sm" className="text-fg-secondary">
            <FormattedMessage id="Review.Explanation.RulesFired" />
          </Heading>
          <span className="text-xs text-fg-muted">
            <FormattedMessage
              id="Review.Explanation.RulesCount"
              values={{ fired: new Set(fired.map(({ rule }) => rule.ruleId)).size, all: explanation.rules.length }}
            />
          </span>
        </div>
        {fired.length === 0 ? (
          <p className="pbs-1 text-fg-muted">
            <FormattedMessage id="Review.Explanation.NoneFired" />
          </p>
        ) : (
          <ol className="flex flex-col">
            {fired.map(({ rule, clause }) => (
              <MatchedClause key={`${rule.ruleId} ${clause.clause}`} detail={detail} rule={rule} clause={clause} />
            ))}
          </ol>
        )}
      </div>
      <CallsSection explanation={explanation} />
      <SnoozedSection explanation={explanation} />
      <CounterfactualsSection row={row} />
      {explanation.runtimeErrors.length > 0 ? (
        <div className="border-bs border-line-subtle px-4 py-3">
          <Heading level={3} size="sm" className="text-fg-secondary">
            <FormattedMessage id="Review.Explanation.Errors" />
          </Heading>
          <ul>
            {explanation.runtimeErrors.map(({ rule, clause, line, column, code, message }) => (
              <li key={`${rule} ${clause} ${line} ${column} ${code}`} className="py-1">
                <FormattedMessage
                  id="Review.Explanation.ErrorLine"
                  values={{
                    rule: <bdi key="rule">{rule}</bdi>,
                    clause: <bdi key="clause">{clause}</bdi>,
                    message: <bdi key="message">{message}</bdi>,
                    place: (
                      <bdi key="place" dir="ltr" className="font-mono text-xs">
                        {[`${line}:${column}`, code].join(' ')}
                      </bdi>
                    ),
                  }}
                />
              </li>
            ))}
          </ul>
        </div>
      ) : null}
    </ReviewCard>
  )
}

/** A clause that fired, with each of its conditions and the values it saw. */
function MatchedClause({ detail, rule, clause }: { detail: EventDetail; rule: Rule; clause: Clause }) {
  const can = useCan()
  return (
    <li className="py-1">
      <div className="flex min-h-fact-row items-center gap-2">
        <span className="w-5 shrink-0 text-end text-xs text-fg-muted tabular-nums">{rule.position}</span>
        <span className="min-w-0 flex-1 truncate">
          <FormattedMessage
            id="Review.Explanation.Place"
            values={{ rule: <bdi key="rule">{rule.rule}</bdi>, clause: <bdi key="clause">{clause.clause}</bdi> }}
          />
        </span>
        {clause.decision ? (
          <DecisionBadge decision={clause.decision} />
        ) : (
          <Badge>
            <FormattedMessage id="Review.Explanation.Observe" />
          </Badge>
        )}
        {can('rules', 'write') ? <SnoozeRule detail={detail} rule={rule} /> : null}
      </div>
      <ul className="ms-6 flex flex-col gap-0.5">
        {clause.conditions.map(condition => (
          <li key={condition.text} className="flex flex-wrap items-baseline justify-between gap-x-3 text-xs">
            <bdi dir="ltr" className="min-w-0 font-mono text-fg-secondary wrap-anywhere">
              {condition.text}
            </bdi>
            <span className="ms-auto text-end text-fg-muted">
              {condition.reads.map(({ name, value }) => (
                <bdi key={name} dir="ltr" className="ms-3 font-mono" title={name}>
                  {value}
                </bdi>
              ))}
            </span>
          </li>
        ))}
        {Object.entries(clause.outputs).map(([name, value]) => (
          <li key={`output ${name}`} className="flex flex-wrap items-baseline justify-between gap-x-3 text-xs">
            <span className="min-w-0 text-fg-secondary wrap-anywhere">
              <FormattedMessage
                id="Review.Explanation.Output"
                values={{
                  name: (
                    <bdi key="name" dir="ltr" className="font-mono">
                      {name}
                    </bdi>
                  ),
                }}
              />
            </span>
            <bdi dir="ltr" className="ms-auto font-mono text-fg-muted wrap-anywhere">
              {typeof value === 'string' ? value : JSON.stringify(value)}
            </bdi>
          </li>
        ))}
      </ul>
    </li>
  )
}
