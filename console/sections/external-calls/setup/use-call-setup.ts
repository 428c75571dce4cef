import { useToast } from '@assay/design-system'
import { type ExternalCall, type ExternalCallBody, externalCallLimits } from '@assay/risk-service/contract'
import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useState } from 'react'
import { get } from 'react-hook-form'
import { useIntl } from 'react-intl'
import { useNavigate } from 'react-router-dom'
import { conflictErrorOf } from '../../../platform/api/api-error.ts'
import { api, client } from '../../../platform/api/client.ts'
import { differencesOf } from '../../../platform/authoring/conflict/differences.ts'
import { useGuardedRecordForm } from '../../../platform/authoring/form/use-guarded-record-form.tsx'
import { useEnvironment } from '../../../platform/environments/environments.tsx'
import type { MessageError } from '../../../platform/forms/form-errors.ts'
import { isOtherAddress } from '../../../platform/forms/use-leave-guard.tsx'
import { useApiMutation } from '../../../platform/mutations/use-api-mutation.ts'
import { useCallHref } from '../links.ts'
import { callErrorsOf, callProblemOf, countInvalid } from './call-errors.ts'
import { type CallForm, callFormOf, callRecordOf, withoutSecretTexts } from './call-form.ts'
import { callResolver } from './call-resolver.ts'
import { callVersionTexts } from './call-version-texts.ts'

/** The purpose of a test: the call, its keep-alive address, or a sample response. */
export type TestPurpose = 'call' | 'keepAlive' | 'sample'

/** Fields with rules that read another field, by that field. */
const dependentFields: Partial<Record<keyof CallForm, keyof CallForm>> = {
  warmUp: 'keepAliveUrl',
  method: 'requestBody',
  ownBody: 'requestBody',
}

interface CallSetupOptions {
  /** The form's element: the first field with an error gets the focus. */
  element: RefObject<HTMLElement | null>
  /** Called when the call was created, with its id. */
  onMade: ((callId: string) => void) | undefined
}

/** The form of a call: what was typed, what is wrong with it, saving it and trying it. `call` null: a new one. */
export function useCallSetup(call: ExternalCall | null, { element, onMade }: CallSetupOptions) {
  const intl = useIntl()
  const { toast } = useToast()
  const navigate = useNavigate()
  const callHref = useCallHref()
  const queryClient = useQueryClient()
  const environmentId = useEnvironment().id
  const [base, setBase] = useState(call)
  // The caller sets the id: a repeated request creates one call.
  const [newId, setNewId] = useState<string>(() => crypto.randomUUID())
  const callId = base?.id ?? newId
  const showStored = (stored: ExternalCall) => {
    setBase(stored)
    // Only over what was read: an entry made here would outlive the form, and be what it begins with the next time.
    queryClient.setQueryData(
      api.externalCalls.get.queryKey({ input: { environmentId, callId: stored.id } }),
      (read: ExternalCall | undefined) => read && stored,
    )
  }
  const { form, values, dirty, saving, attempts, problem, problemError, submit, validate, showError, question } =
    useGuardedRecordForm({
      record: callRecordOf(base),
      resolver: callResolver,
      recovery: {
        id: `external-calls/form/${environmentId}/${base?.id ?? 'new'}`,
        withoutSecrets: withoutSecretTexts,
        context: newId,
        restore: id => {
          setNewId(id)
          return true
        },
      },
      save: (body, { version }): Promise<ExternalCall> => {
        const update = (baseVersion: number) =>
          client.externalCalls.update({ environmentId, callId, body, baseVersion })
        if (version > 0) return update(version)
        return client.externalCalls.create({ environmentId, callId, body }).catch((error: unknown) => {
          // An earlier try made it, and its answer was lost: what is sent now changes what it made.
          if (conflictErrorOf(error)?.reason !== 'externalCalls.exists') throw error
          return update(1)
        })
      },
      onSaved: (stored, accept) => {
        accept(callRecordOf(stored))
        showStored(stored)
        toast({ title: intl.formatMessage({ id: 'Calls.Saved' }, { name: stored.body.name }), tone: 'success' })
      },
      moveOn: ({ id }) => {
        if (base !== null) return
        onMade?.(id)
        void navigate(callHref(id), { replace: true })
      },
      onSettled: () => void queryClient.invalidateQueries({ queryKey: api.externalCalls.list.key() }),
      // To the address of a call that was just made is no way out of its form.
      leaves: (from, to) => isOtherAddress(from, to) && `${to.pathname}${to.search}` !== callHref(callId),
      errorsOf: callErrorsOf,
      problemOf: callProblemOf,
      conflict: {
        load: () => client.externalCalls.get({ environmentId, callId }),
        differences: (mine, theirs) =>
          differencesOf(callVersionTexts(callFormOf(mine), intl), callVersionTexts(callFormOf(theirs.body), intl)),
        takeTheirs: (theirs, accept) => {
          accept(callRecordOf(theirs))
          showStored(theirs)
        },
      },
      element,
    })
  const change = (next: Partial<CallForm>) => {
    const fields = Object.keys(next) as (keyof CallForm)[]
    for (const field of fields) form.setValue(field, next[field] as CallForm[typeof field], { shouldDirty: true })
    if (attempts > 0) void form.trigger([...fields, ...fields.flatMap(field => dependentFields[field] ?? [])])
  }
  const test = useApiMutation({
    mutationFn: ({ purpose, body }: { purpose: TestPurpose; body: ExternalCallBody; sample: string }) =>
      client.externalCalls.test({
        environmentId,
        ...(base ? { callId: base.id } : {}),
        body,
        target: purpose === 'keepAlive' ? 'keepAlive' : 'call',
      }),
    // Input since the request stays.
    onSuccess: (answer, { purpose, sample }) => {
      if (purpose === 'sample' && answer.ok && form.getValues('sampleResponse') === sample)
        change({ sampleResponse: JSON.stringify(answer.response, null, 2) })
    },
    onError: showError,
  })
  const { errors } = form.formState
  const textOf = ({ message: id = '', values: limits, verbatim }: MessageError) =>
    verbatim ? id : intl.formatMessage({ id }, { most: externalCallLimits.timeoutMs, ...limits })
  const issueAt = (path: string): string | undefined => {
    const error = get(errors, path) as MessageError | undefined
    return error?.message === undefined ? undefined : textOf(error)
  }
  return {
    base,
    form: values,
    change,
    dirty,
    running: saving ? ('save' as const) : test.isPending ? test.variables.purpose : null,
    test: test.data ?? null,
    problem,
    /** What uses the call, when that stands in the way. */
    dependents: conflictErrorOf(problemError)?.dependents ?? [],
    invalidCount: countInvalid(errors),
    issueAt,
    /** The error of the service that belongs to no field of the form. */
    unplaced: ['headers', 'authentication.headers', 'root.service'].flatMap(path => issueAt(path) ?? []),
    question,
    save: () => {
      test.reset()
      return submit()
    },
    tryIt: (purpose: TestPurpose) => {
      test.reset()
      return validate(body => test.mutateAsync({ purpose, body, sample: form.getValues('sampleResponse') }))
    },
  }
}
export type CallSetup = ReturnType<typeof useCallSetup>
