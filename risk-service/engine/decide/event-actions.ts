import { runSync } from '../../contract/cooperative.ts'
import type { RuleBody, RuleDiagnostic } from '../../contract/index.ts'
import {
  type CheckEnvironment,
  type CompileOptions,
  compileRules,
  createScope,
  parse,
  type ResourceReaders,
  runClause,
  stripParentheses,
} from '../../fql/index.ts'
import type { Ports } from '../../ports/index.ts'
import type { CallRegistry } from '../calls/types.ts'
import type { DeviceRegistry } from '../enrich/device-sessions.ts'
import { checkRuleBodyInSteps } from '../rules/evaluate-rule.ts'
import type { RuleRegistry } from '../rules/rule-registry.ts'
import { type createEventRebuilder, findStoredEvent } from '../velocities/index.ts'

/** An action on a stored event. `correlationId` names the attempt to the target. */
interface EventAction {
  environmentId: string
  eventType: string
  externalId: string
  text: string
  correlationId: string
}
export interface EventActions {
  /**
   * Returns what is wrong with an action, with line and column: it has to be one statement `DO External.<call>(…)`, with
   * or without WHEN.
   */
  checkAction: (
    environmentId: string,
    eventType: string,
    text: string,
  ) => Pick<RuleDiagnostic, 'line' | 'column' | 'message'>[]
  /**
   * Runs an action on a stored event, with its time-outs and circuit breaker. `skipped`: its condition is false, or the
   * event is gone; `failed`: the call had no answer that counts, or the action cannot be compiled any more.
   */
  runAction: (action: EventAction) => Promise<'done' | 'skipped' | 'failed'>
}

interface EventActionDeps extends Pick<Ports, 'db' | 'clock'> {
  rules: Pick<RuleRegistry, 'checkOf'>
  readers: ResourceReaders
  devices: DeviceRegistry
  calls: CallRegistry | undefined
  rebuildEvent: ReturnType<typeof createEventRebuilder>
  mode: CompileOptions['mode']
}

const bodyOf = (text: string): RuleBody => ({
  name: 'Action',
  description: '',
  condition: '',
  clauses: [{ name: 'Action', section: 'prior', text }],
  sample: { payload: {}, riskScore: 0, botScore: 0 },
})

const shape = 'An action is one statement: DO External.<call>(…), with or without WHEN.'

/** Whether the text is one call of an external call. */
function isOneCall(text: string): boolean {
  const statements = parse(text).statements ?? []
  const [only] = statements
  if (statements.length !== 1 || only?.kind !== 'DO' || only.values.length !== 1) return false
  const called = only.values[0] === undefined ? null : stripParentheses(only.values[0])
  return called?.kind === 'member' && called.object.kind === 'name' && called.object.name.toLowerCase() === 'external'
}

/** Creates the actions that are run on events after their decision, such as those of a review. */
export function createEventActions(deps: EventActionDeps): EventActions {
  const { db, clock, rules, readers, devices, calls, rebuildEvent, mode } = deps

  function checkOf(environmentId: string, eventType: string): CheckEnvironment | null {
    const check = rules.checkOf(environmentId, eventType, 'postDecision')
    return check === null ? null : { ...check, kind: 'action' }
  }
  const problemsOf = (check: CheckEnvironment, text: string): RuleDiagnostic[] =>
    runSync(checkRuleBodyInSteps(bodyOf(text), check)).filter(({ severity }) => severity === 'error')

  return {
    checkAction(environmentId, eventType, text) {
      const check = checkOf(environmentId, eventType)
      if (check === null) return [{ line: 1, column: 1, message: 'There is no such assessment.' }]
      const problems = problemsOf(check, text)
      if (problems.length > 0 || isOneCall(text)) return problems
      return [{ line: 1, column: 1, message: shape }]
    },
    async runAction({ environmentId, eventType, externalId, text, correlationId }) {
      const check = checkOf(environmentId, eventType)
      const stored = await findStoredEvent(db, environmentId, eventType, externalId)
      const rebuilt = stored === null ? null : rebuildEvent(stored)
      if (rebuilt === null) return 'skipped'
      if (check === null || calls === undefined || problemsOf(check, text).length > 0) return 'failed'
      const [clause] = compileRules([bodyOf(text)], check, { mode })[0]?.clauses ?? []
      if (clause === undefined) return 'failed'
      const scope = createScope({
        ...readers,
        devices: devices.readerOf(environmentId),
        calls: calls.reader(environmentId, { correlationId, eventType, depth: 0 }),
        event: rebuilt.event,
        now: clock(),
        correlationId,
      })
      await runClause(clause, scope)
      if (scope.errors.length > 0 || scope.calls.some(({ status }) => status !== 'Success')) return 'failed'
      return scope.calls.length === 0 ? 'skipped' : 'done'
    },
  }
}
