import { Field, Select } from '@assay/design-system'
import { externalCallLimits } from '@assay/risk-service/contract'
import { FormattedMessage, useIntl } from 'react-intl'
import {
  FormSection,
  TextField,
  TimeoutField,
  useOutgoingFormContext,
} from '../../../platform/outgoing-requests/form-fields.tsx'
import type { SecretField } from '../../../platform/outgoing-requests/secret-field.ts'
import { SecretInput } from '../../../platform/outgoing-requests/secret-input.tsx'
import { type AuthenticationForm, authenticationMethods } from './call-form.ts'
import { HeaderRows } from './named-rows.tsx'

type TextKey = 'tenantId' | 'applicationId' | 'audience' | 'userName' | 'tokenUrl' | 'clientId' | 'scope' | 'resource'
type SecretKey = 'certificate' | 'password' | 'clientSecret'
const names = {
  tenantId: 'TenantId',
  applicationId: 'ApplicationId',
  audience: 'Audience',
  userName: 'UserName',
  tokenUrl: 'TokenUrl',
  clientId: 'ClientId',
  scope: 'Scope',
  resource: 'Resource',
  certificate: 'Certificate',
  password: 'Password',
  clientSecret: 'ClientSecret',
} as const

/** How a call authenticates itself: the fields of the chosen method. */
export function AuthenticationSection({
  value,
  onValue,
}: {
  value: AuthenticationForm
  onValue: (value: AuthenticationForm) => void
}) {
  const intl = useIntl()
  const { canEdit } = useOutgoingFormContext()
  const set = (change: Partial<AuthenticationForm>) => onValue({ ...value, ...change })
  const { method, tokenAuthentication } = value
  const texts = (...keys: TextKey[]) =>
    keys.map(key => (
      <TextField
        key={key}
        path={`authentication.${key}`}
        mono
        label={<FormattedMessage id={`Calls.Field.${names[key]}`} />}
        value={value[key]}
        maxLength={key === 'tokenUrl' ? 2000 : key === 'tenantId' || key === 'applicationId' ? 100 : 500}
        required={key === 'tokenUrl'}
        onValue={text => set({ [key]: text })}
      />
    ))
  const secret = (key: SecretKey) => (
    <SecretInput
      path={`authentication.${key}`}
      labelled
      long={key === 'certificate'}
      label={intl.formatMessage({ id: `Calls.Field.${names[key]}` })}
      secret={value[key]}
      onSecret={(next: SecretField) => set({ [key]: next })}
    />
  )
  const tokenRequest = (
    <Field label={<FormattedMessage id="Calls.Field.TokenAuthentication" />}>
      <Select
        value={tokenAuthentication}
        disabled={!canEdit}
        onValueChange={next => set({ tokenAuthentication: next })}
        options={(['anonymous', 'basic'] as const).map(each => ({
          value: each,
          label: intl.formatMessage({ id: `Calls.Authentication.${each}` }),
        }))}
      />
    </Field>
  )
  return (
    <FormSection id="call-authentication" title={<FormattedMessage id="Calls.Authentication" />}>
      <Field label={<FormattedMessage id="Calls.AuthenticationType" />} className="max-w-[20rem]">
        <Select
          value={method}
          disabled={!canEdit}
          onValueChange={next => set({ method: next })}
          options={authenticationMethods.map(each => ({
            value: each,
            label: intl.formatMessage({ id: `Calls.Authentication.${each}` }),
          }))}
        />
      </Field>
      {method === 'entra' ? (
        <>
          {texts('tenantId', 'applicationId', 'audience')}
          {secret('certificate')}
        </>
      ) : null}
      {method === 'basic' ? (
        <>
          {texts('userName')}
          {secret('password')}
        </>
      ) : null}
      {method === 'certificate' ? secret('certificate') : null}
      {method === 'oauth' ? (
        <>
          {texts('tokenUrl')}
          {tokenRequest}
          {texts('clientId')}
          {secret('clientSecret')}
          {texts('scope', 'resource')}
        </>
      ) : null}
      {method === 'customToken' ? (
        <>
          {texts('tokenUrl')}
          {tokenRequest}
          {tokenAuthentication === 'basic' ? (
            <>
              {texts('userName')}
              {secret('password')}
            </>
          ) : null}
          <HeaderRows
            path="authentication.headers"
            rows={value.headers}
            onRows={headers => set({ headers })}
            most={externalCallLimits.headers}
          />
          <TextField
            path="authentication.body"
            mono
            rows={4}
            limit={externalCallLimits.body}
            label={<FormattedMessage id="Calls.Field.TokenBody" />}
            value={value.body}
            onValue={body => set({ body })}
          />
          <TimeoutField
            path="authentication.timeoutMs"
            label={<FormattedMessage id="Calls.Timeout" />}
            value={value.timeoutMs}
            onValue={timeoutMs => set({ timeoutMs })}
          />
        </>
      ) : null}
    </FormSection>
  )
}
