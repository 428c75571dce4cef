import { Button, Callout, PageHeader, Switch } from '@assay/design-system'
import { type ExternalCall, externalCallLimits } from '@assay/risk-service/contract'
import { useRef } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useNavigate } from 'react-router-dom'
import { Dependents } from '../../../platform/authoring/usage/dependents.tsx'
import { useCan, useHref } from '../../../platform/environments/environments.tsx'
import { useOffline } from '../../../platform/offline/connection.ts'
import {
  FormSection,
  OutgoingFormContext,
  TextField,
  TimeoutField,
} from '../../../platform/outgoing-requests/form-fields.tsx'
import { TestResult } from '../../../platform/outgoing-requests/test-result.tsx'
import { useTitle } from '../../../platform/router/use-title.ts'
import { useCallHref } from '../links.ts'
import { AuthenticationSection } from './authentication-section.tsx'
import { NameSection, RequestSections, ValueSections } from './call-setup-sections.tsx'
import { HeaderRows } from './named-rows.tsx'
import { sampleRequestOf } from './sample-request.ts'
import { useCallSetup } from './use-call-setup.ts'

interface CallSetupFormProps {
  /** None: a new one. */
  call: ExternalCall | null
  /** Called when the call was created, with its id. */
  onMade?: (callId: string) => void
}

/** Everything about one call, in one form. */
export function CallSetupForm({ call, onMade }: CallSetupFormProps) {
  const intl = useIntl()
  const navigate = useNavigate()
  const offline = useOffline()
  const href = useHref()
  const callHref = useCallHref()
  const canEdit = useCan()('externalcalls', 'write')
  const element = useRef<HTMLFormElement>(null)
  const setup = useCallSetup(call, { element, onMade })
  const { base, form, change, running, test, problem } = setup
  const title = base?.body.name ?? intl.formatMessage({ id: 'Calls.New' })
  useTitle(title)
  const sample = sampleRequestOf(form)
  const busy = running !== null || offline
  return (
    <OutgoingFormContext value={{ canEdit, issueAt: setup.issueAt }}>
      <form
        ref={element}
        noValidate
        className="flex min-h-0 flex-1 flex-col bg-surface text-sm"
        onSubmit={event => {
          event.preventDefault()
          if (canEdit && !busy) void setup.save()
        }}
      >
        <PageHeader
          title={<bdi>{title}</bdi>}
          breadcrumb={[
            { id: 'data', label: intl.formatMessage({ id: 'Shell.Nav.Data' }), href: href('/data') },
            { id: 'calls', label: intl.formatMessage({ id: 'Calls.Title' }), href: callHref() },
            { id: 'call', label: title },
          ]}
          meta={canEdit ? undefined : <FormattedMessage id="Calls.ReadOnly" />}
        />
        <div className="flex max-h-1/2 shrink-0 flex-col gap-2 overflow-auto border-be border-line-subtle px-page pbe-2 empty:hidden">
          {offline ? (
            <Callout tone="warning" live>
              <FormattedMessage id="Offline.Writes" />
            </Callout>
          ) : null}
          {test ? <TestResult key={`${test.latencyMs}`} test={test} /> : null}
          {problem === null ? null : problem === 'Calls.Locked' ? (
            <Callout tone="danger" live title={<FormattedMessage id={problem} />}>
              <Dependents users={setup.dependents} />
            </Callout>
          ) : (
            <Callout tone={problem === 'Calls.Limit' ? 'danger' : 'warning'} live>
              <FormattedMessage id={problem} />
            </Callout>
          )}
          {setup.invalidCount > 0 ? (
            <Callout tone="danger" live>
              <FormattedMessage id="Calls.Issues" values={{ count: setup.invalidCount }} />
            </Callout>
          ) : null}
          {setup.unplaced.map(message => (
            <Callout key={message} tone="danger" live>
              <span lang="en" dir="ltr">
                {message}
              </span>
            </Callout>
          ))}
        </div>
        <div className="relative min-h-0 flex-1 overflow-auto px-page">
          <NameSection setup={setup} />
          <ValueSections setup={setup} />
          <RequestSections setup={setup} />
          <AuthenticationSection value={form.authentication} onValue={authentication => change({ authentication })} />
          <FormSection id="call-headers" title={<FormattedMessage id="Calls.Headers" />}>
            <HeaderRows
              path="headers"
              rows={form.headers}
              onRows={headers => change({ headers })}
              most={externalCallLimits.headers}
            />
          </FormSection>
          <FormSection id="call-sample" title={<FormattedMessage id="Calls.SampleRequest" />}>
            <div
              role="group"
              aria-labelledby="call-sample"
              tabIndex={0}
              className="focus-ring overflow-auto rounded-card border border-line-subtle bg-surface-sunken p-3"
            >
              <pre dir="ltr" className="font-mono text-xs whitespace-pre-wrap wrap-anywhere">
                {[`${form.method} ${sample.url}`, sample.body].filter(each => each !== null).join('\n\n')}
              </pre>
            </div>
            {form.method === 'POST' ? (
              <>
                <Switch
                  label={<FormattedMessage id="Calls.OwnBody" />}
                  disabled={!canEdit}
                  checked={form.ownBody}
                  onCheckedChange={ownBody =>
                    change({
                      ownBody,
                      ...(ownBody && form.requestBody === '' ? { requestBody: sample.body ?? '' } : {}),
                    })
                  }
                />
                {form.ownBody ? (
                  <TextField
                    path="requestBody"
                    mono
                    rows={6}
                    limit={externalCallLimits.body}
                    label={<FormattedMessage id="Calls.Body" />}
                    value={form.requestBody}
                    onValue={requestBody => change({ requestBody })}
                  />
                ) : null}
              </>
            ) : null}
          </FormSection>
          <FormSection
            id="call-response"
            title={<FormattedMessage id="Calls.SampleResponse" />}
            help={<FormattedMessage id="Calls.SampleResponse.Help" />}
          >
            <TextField
              path="sampleResponse"
              mono
              required
              rows={8}
              label={<FormattedMessage id="Calls.SampleResponse" />}
              value={form.sampleResponse}
              onValue={sampleResponse => change({ sampleResponse })}
            />
            {canEdit ? (
              <div>
                <Button
                  size="sm"
                  loading={running === 'sample'}
                  disabled={busy}
                  onClick={() => void setup.tryIt('sample')}
                >
                  <FormattedMessage id="OutgoingRequests.Test.TakeSample" />
                </Button>
              </div>
            ) : null}
          </FormSection>
          <FormSection
            id="call-default"
            title={<FormattedMessage id="Calls.DefaultResponse" />}
            help={<FormattedMessage id="Calls.DefaultResponse.Help" />}
          >
            <TimeoutField
              path="timeoutMs"
              label={<FormattedMessage id="Calls.Timeout" />}
              value={form.timeoutMs}
              onValue={timeoutMs => change({ timeoutMs })}
            />
            <TextField
              path="defaultResponse"
              mono
              required
              rows={4}
              label={<FormattedMessage id="Calls.DefaultResponse" />}
              value={form.defaultResponse}
              onValue={defaultResponse => change({ defaultResponse })}
            />
          </FormSection>
          <div className="max-w-prose py-4">
            <Callout tone="info">
              <FormattedMessage id="Calls.Notice" />
            </Callout>
          </div>
        </div>
        <div
          data-page-foot
          className="flex shrink-0 flex-wrap items-center justify-end gap-2 border-bs border-line-subtle px-page py-2"
        >
          <Button onClick={() => void navigate(callHref())}>
            <FormattedMessage id={canEdit ? 'Common.Cancel' : 'Common.Close'} />
          </Button>
          {canEdit ? (
            <>
              <Button loading={running === 'call'} disabled={busy} onClick={() => void setup.tryIt('call')}>
                <FormattedMessage id="OutgoingRequests.Test" />
              </Button>
              <Button
                type="submit"
                variant="primary"
                loading={running === 'save'}
                disabled={busy || (base !== null && !setup.dirty)}
              >
                <FormattedMessage id={base ? 'Common.Update' : 'Common.Create'} />
              </Button>
            </>
          ) : null}
        </div>
      </form>
      {setup.question}
    </OutgoingFormContext>
  )
}
