import {
  Badge,
  Button,
  Callout,
  DecisionBadge,
  Icon,
  KeyValue,
  KeyValueList,
  RelativeTime,
  Skeleton,
} from '@assay/design-system'
import type { Evaluation, RoutingEvaluation, RuleBody } from '@assay/risk-service/contract'
import { Check, X } from 'lucide-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { RuntimeErrors } from '../case-routing/runtime-errors.tsx'
import { clausesInRunOrder } from '../rule-draft.ts'
import type { RuleEvaluation } from './use-rule-evaluation.ts'

type Result = NonNullable<Evaluation['result']>

/**
 * The result of the rule for the sample. While the text has errors, the last result stays and is marked as outdated.
 */
export function EvaluationPane({ body, evaluation }: { body: RuleBody; evaluation: RuleEvaluation }) {
  const { result, routed, lastValidAt, failed, retry, pending: waiting } = evaluation
  return (
    <section aria-labelledby="rule-evaluation" className="flex flex-col gap-2 px-4 pbe-4">
      <div className="flex min-h-bar items-center gap-2">
        <h2 id="rule-evaluation" className="font-semibold">
          <FormattedMessage id="Rules.Evaluation.Title" />
        </h2>
        {lastValidAt === null ? null : (
          <span className="ms-auto text-xs text-fg-muted">
            <FormattedMessage
              id="Rules.Evaluation.LastValid"
              values={{ when: <RelativeTime key="when" value={new Date(lastValidAt).toISOString()} /> }}
            />
          </span>
        )}
      </div>
      {failed ? (
        <Callout
          tone="warning"
          live
          actions={
            <Button size="sm" onClick={retry}>
              <FormattedMessage id="Common.Retry" />
            </Button>
          }
        >
          <FormattedMessage id="Rules.Evaluation.Failed" />
        </Callout>
      ) : null}
      {result ? (
        <DecisionOutcome body={body} result={result} />
      ) : routed ? (
        <RoutingOutcome body={body} result={routed} />
      ) : waiting && !failed ? (
        <div aria-busy="true">
          <Skeleton className="h-2 w-1/2" />
        </div>
      ) : failed ? null : (
        <p className="text-fg-secondary">
          <FormattedMessage id="Rules.Evaluation.Blocked" />
        </p>
      )}
    </section>
  )
}

/** "by clause 2, New account". */
function ClauseLink({ body, clause }: { body: RuleBody; clause: string }) {
  const number = clausesInRunOrder(body.clauses)
    .flatMap(group => group.clauses)
    .find(each => each.clause.name === clause)?.number
  return number === undefined ? (
    <bdi>{clause}</bdi>
  ) : (
    <FormattedMessage id="Rules.Evaluation.ByClause" values={{ number, name: <bdi key="name">{clause}</bdi> }} />
  )
}

/** The queue that the sample would be sent to. */
function RoutingOutcome({
  body,
  result: { selected, queue, clause, explanation },
}: {
  body: RuleBody
  result: NonNullable<RoutingEvaluation['result']>
}) {
  return (
    <>
      <p className="flex flex-wrap items-center gap-2" aria-live="polite">
        {clause === null ? (
          <FormattedMessage
            id={selected ? 'Routing.Evaluation.NoClause' : 'Rules.Evaluation.NotSelected'}
            values={{ queue: <bdi key="queue">{queue}</bdi> }}
          />
        ) : (
          <>
            <Badge tone="info">
              <bdi>{queue}</bdi>
            </Badge>
            <span className="min-w-0 wrap-break-word">
              <ClauseLink body={body} clause={clause} />
            </span>
          </>
        )}
      </p>
      <RuntimeErrors errors={explanation.runtimeErrors} />
    </>
  )
}

function DecisionOutcome({ body, result }: { body: RuleBody; result: Result }) {
  const intl = useIntl()
  const explained = result.explanation.rules[0]?.clauses ?? []
  const outputs = Object.entries(result.outputs)
  return (
    <>
      {result.selected ? (
        <p className="flex flex-wrap items-center gap-2" aria-live="polite">
          <DecisionBadge decision={result.decision} appearance="solid" />
          <span className="min-w-0 wrap-break-word">
            {result.clause === null ? (
              <FormattedMessage id="Rules.Evaluation.NoClause" />
            ) : (
              <ClauseLink body={body} clause={result.clause} />
            )}
          </span>
        </p>
      ) : (
        <p className="text-fg-secondary" aria-live="polite">
          <FormattedMessage id="Rules.Evaluation.NotSelected" />
        </p>
      )}
      <KeyValueList termWidth="sm">
        {result.selected ? (
          <KeyValue term={<FormattedMessage id="Rules.Evaluation.Reason" />}>
            <bdi>{result.reason}</bdi>
          </KeyValue>
        ) : null}
        {result.supportMessage ? (
          <KeyValue term={<FormattedMessage id="Rules.Evaluation.SupportMessage" />}>
            <bdi>{result.supportMessage}</bdi>
          </KeyValue>
        ) : null}
        {result.challengeType ? (
          <KeyValue term={<FormattedMessage id="Rules.Evaluation.ChallengeType" />}>
            <bdi>{result.challengeType}</bdi>
          </KeyValue>
        ) : null}
        {outputs.map(([clause, values]) => (
          <KeyValue
            key={clause}
            term={<FormattedMessage id="Rules.Evaluation.Output" />}
            qualifier={<bdi>{clause}</bdi>}
          >
            <Code value={values} />
          </KeyValue>
        ))}
        {result.traces.map((trace, index) => (
          <KeyValue key={index} term={<FormattedMessage id="Rules.Evaluation.Trace" />}>
            <Code value={trace} />
          </KeyValue>
        ))}
      </KeyValueList>
      <RuntimeErrors errors={result.explanation.runtimeErrors} />
      {explained.map(clause =>
        clause.conditions.length === 0 ? null : (
          <div key={clause.clause} className="border-bs border-line-subtle pbs-2">
            <h3 className="text-xs font-medium text-fg-muted">
              <bdi>{clause.clause}</bdi>
            </h3>
            <ul className="flex flex-col">
              {clause.conditions.map((condition, index) => (
                <li key={index} className="flex min-h-6 items-start gap-2 py-0.5">
                  <Icon
                    icon={condition.result ? Check : X}
                    size={12}
                    className={condition.result ? 'my-1 text-success-text' : 'my-1 text-fg-muted'}
                    label={intl.formatMessage({
                      id: condition.result ? 'Rules.Evaluation.True' : 'Rules.Evaluation.False',
                    })}
                  />
                  <bdi dir="ltr" className="min-w-0 flex-1 font-mono text-xs wrap-break-word">
                    {condition.text}
                  </bdi>
                  <span className="flex max-w-[50%] flex-col items-end text-xs text-fg-secondary tabular-nums">
                    {condition.reads.map((read, place) => (
                      <bdi key={place} className="max-w-full text-end wrap-break-word">
                        {read.value === '' ? intl.formatMessage({ id: 'Rules.Evaluation.Missing' }) : read.value}
                      </bdi>
                    ))}
                  </span>
                </li>
              ))}
            </ul>
          </div>
        ),
      )}
    </>
  )
}

function Code({ value }: { value: unknown }) {
  return (
    <bdi dir="ltr" className="font-mono text-xs wrap-break-word">
      {JSON.stringify(value, null, 1).replace(/\s*\n\s*/g, ' ')}
    </bdi>
  )
}
