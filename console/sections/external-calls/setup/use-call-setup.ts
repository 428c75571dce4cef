import { useToast } from '@assay/design-system'
import { type CallTest, type Dependent, type ExternalCall, externalCallLimits } from '@assay/risk-service/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { conflictErrorOf, validationErrorOf } from '../../../platform/api/api-error.ts'
import { api, client } from '../../../platform/api/client.ts'
import { differencesOf } from '../../../platform/authoring/conflict/differences.ts'
import { useConflict } from '../../../platform/authoring/conflict/use-conflict.tsx'
import { useEnvironment } from '../../../platform/environments/environments.tsx'
import { useErrorToast } from '../../../platform/errors/use-error-toast.ts'
import { useRecovery } from '../../../platform/recovery/use-recovery.ts'
import {
  type CallForm,
  callBodyOf,
  callFormOf,
  emptyCallForm,
  mergeUnsavedEdits,
  withoutSecretTexts,
} from './call-form.ts'
import { validateCallForm } from './call-form-validation.ts'
import { callVersionTexts } from './call-version-texts.ts'

export type TestTarget = 'call' | 'keepAlive'
type Running = 'save' | 'sample' | TestTarget | null
const secretFieldPattern = /^authentication\.(?:certificate|password|clientSecret)$|^configurations\.\d+\.value$/

/** The form of a call: what was typed, what is wrong with it, saving it and trying it. `call` null: a new one. */
export function useCallSetup(call: ExternalCall | null) {
  const intl = useIntl()
  const { toast } = useToast()
  const failed = useErrorToast()
  const queryClient = useQueryClient()
  const environmentId = useEnvironment().id
  const [base, setBase] = useState(call)
  const [stored, setStored] = useState(() => (call ? callFormOf(call.body) : emptyCallForm))
  const [form, setForm] = useState(stored)
  // The caller gives the id: sent again, a call is made once.
  const [newId] = useState(() => crypto.randomUUID())
  const [checked, setChecked] = useState(false)
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({})
  const [running, setRunning] = useState<Running>(null)
  const [test, setTest] = useState<CallTest | null>(null)
  const [problem, setProblem] = useState<
    { kind: 'locked'; users: readonly Dependent[] } | { kind: 'limit' } | { kind: 'rateLimit' } | null
  >(null)
  const conflict = useConflict()
  const dirty = JSON.stringify(form) !== JSON.stringify(stored)
  const callId = base?.id ?? newId
  useRecovery<{ form: CallForm; seen: number }>(
    `external-calls/form/${environmentId}/${base?.id ?? 'new'}`,
    dirty ? { form: withoutSecretTexts(form), seen: base?.version ?? 0 } : null,
    kept => {
      setForm(kept.form)
      // What somebody else saved meanwhile is told when this is saved.
      setBase(current => current && { ...current, version: kept.seen })
    },
  )
  const faults = validateCallForm(form)

  const change = (next: Partial<CallForm>) => {
    setForm(current => ({ ...current, ...next }))
    // What the service found wrong stands until its field is another.
    setRefused(current =>
      Object.fromEntries(Object.entries(current).filter(([path]) => !Object.hasOwn(next, path.split('.')[0] ?? ''))),
    )
  }
  /** Shows what is stored. `sent`: what went to be stored; what was typed since then stays. */
  const take = (answer: ExternalCall, sent?: CallForm) => {
    const next = callFormOf(answer.body)
    setBase(answer)
    setStored(next)
    setForm(current => (sent === undefined ? next : mergeUnsavedEdits(next, sent, current)))
    setChecked(false)
    setRefused({})
    setProblem(null)
    queryClient.setQueryData(api.externalCalls.get.queryKey({ input: { environmentId, callId: answer.id } }), answer)
    void queryClient.invalidateQueries({ queryKey: api.externalCalls.list.key() })
  }
  const refuse = (error: unknown) => {
    const issues = validationErrorOf(error)?.issues ?? []
    const conflict = conflictErrorOf(error)
    if (issues.length > 0)
      setRefused(
        Object.fromEntries(
          issues.map(({ path, message }) => [path.filter(step => step !== 'body').join('.'), message]),
        ),
      )
    else if (conflict?.reason === 'externalCalls.locked')
      setProblem({ kind: 'locked', users: conflict.dependents ?? [] })
    else if (conflict?.reason === 'externalCalls.limit') setProblem({ kind: 'limit' })
    else if (conflict?.reason === 'externalCalls.tooManyTests') setProblem({ kind: 'rateLimit' })
    else failed(error)
    // What lost its answer may have been done all the same.
    void queryClient.invalidateQueries({ queryKey: api.externalCalls.list.key() })
  }
  /** Does it when nothing is known to be wrong. True when it was done. */
  const run = async (
    kind: Exclude<Running, null>,
    work: () => Promise<void>,
    asked: (error: unknown) => Promise<boolean> = () => Promise.resolve(false),
  ): Promise<boolean> => {
    setTest(null)
    setProblem(null)
    setChecked(true)
    if (Object.keys(faults).length > 0) return false
    setRefused({})
    setRunning(kind)
    try {
      await work()
      return true
    } catch (error) {
      if (!(await asked(error))) refuse(error)
      return false
    } finally {
      setRunning(null)
    }
  }
  const save = (onSaved: (answer: ExternalCall, created: boolean) => void, over = base): Promise<boolean> =>
    run(
      'save',
      async () => {
        const body = callBodyOf(form)
        const update = (baseVersion: number) =>
          client.externalCalls.update({ environmentId, callId, body, baseVersion })
        const answer = over
          ? await update(over.version)
          : await client.externalCalls.create({ environmentId, callId, body }).catch((error: unknown) => {
              // An earlier try made it, and its answer was lost: what is sent now changes what it made.
              if (conflictErrorOf(error)?.reason !== 'externalCalls.exists') throw error
              return update(1)
            })
        take(answer, form)
        toast({ title: intl.formatMessage({ id: 'Calls.Saved' }, { name: answer.body.name }), tone: 'success' })
        onSaved(answer, base === null)
      },
      error =>
        conflict.ask(error, {
          load: () => client.externalCalls.get({ environmentId, callId }),
          takeTheirs: theirs => take(theirs),
          differences: theirs =>
            differencesOf(callVersionTexts(form, intl), callVersionTexts(callFormOf(theirs.body), intl)),
          keepMine: theirs => {
            // What is still wrong is mended over theirs, too.
            setBase(theirs)
            return save(onSaved, theirs)
          },
        }),
    )
  const send = (target: TestTarget) =>
    client.externalCalls.test({ environmentId, ...(base ? { callId: base.id } : {}), body: callBodyOf(form), target })

  return {
    base,
    callId,
    form,
    change,
    dirty,
    running,
    test,
    problem,
    faults: checked ? faults : {},
    /** The words at a field: what stands in the way here first, then what the service said. */
    faultAt(path: string): string | undefined {
      const fault = checked ? faults[path] : undefined
      if (fault !== undefined)
        return typeof fault === 'string'
          ? intl.formatMessage({ id: fault }, { most: externalCallLimits.timeoutMs })
          : intl.formatMessage({ id: fault.id }, { limit: fault.limit })
      const said = refused[path]
      if (said !== undefined && path === 'name') return intl.formatMessage({ id: 'Authoring.Name.taken' })
      return said !== undefined && secretFieldPattern.test(path) && said === 'Enter the secret.'
        ? intl.formatMessage({ id: 'OutgoingRequests.Secret.Missing' })
        : said
    },
    /** What the service said of no field of the form. */
    unplaced: Object.entries(refused)
      .filter(([path]) => path === 'headers' || path === 'authentication.headers' || path === '')
      .map(([, message]) => message),
    save: (onSaved: (answer: ExternalCall, created: boolean) => void) => save(onSaved),
    question: conflict.question,
    tryIt: (target: TestTarget) => run(target, async () => setTest(await send(target))),
    /** The response of a test becomes the sample response. */
    takeSample: () =>
      run('sample', async () => {
        const answer = await send('call')
        setTest(answer)
        const taken = JSON.stringify(answer.response, null, 2)
        // What somebody wrote there meanwhile stays.
        if (answer.ok)
          setForm(current =>
            current.sampleResponse === form.sampleResponse ? { ...current, sampleResponse: taken } : current,
          )
      }),
  }
}
export type CallSetup = ReturnType<typeof useCallSetup>
