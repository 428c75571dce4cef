import { Callout, Field, FileDrop, Textarea, useFormat, useNow } from '@assay/design-system'
import { applicationLimits, type CertificateFacts } from '@assay/risk-service/contract'
import { FormattedMessage, useIntl } from 'react-intl'
import { Fact } from '../../../../platform/environments/fact.tsx'
import { certificateFiles, pemOf } from './certificate-file.ts'

const dayMs = 86_400_000

interface CertificateFieldProps {
  /** PEM. */
  text: string
  /** What the service reads in it; null: nothing. */
  facts: CertificateFacts | null
  /** Id of the message about what is wrong with it. */
  error: string | null
  disabled?: boolean
  onText: (text: string) => void
}

/** The public part of a certificate: pasted, or of a file. */
export function CertificateField({ text, facts, error, disabled = false, onText }: CertificateFieldProps) {
  const intl = useIntl()
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <Field
        label={<FormattedMessage id="Applications.Certificate.Text" />}
        description={<FormattedMessage id="Applications.Certificate.Help" />}
        required
        {...(error === null ? {} : { error: <FormattedMessage id={error} /> })}
      >
        <Textarea
          mono
          rows={5}
          dir="ltr"
          spellCheck={false}
          autoComplete="off"
          disabled={disabled}
          value={text}
          onChange={event => onText(event.target.value)}
        />
      </Field>
      <FileDrop
        label={intl.formatMessage({ id: 'Applications.Certificate.File' })}
        accept={certificateFiles}
        acceptLabel=".cer, .crt, .pem"
        maxSize={applicationLimits.certificate}
        disabled={disabled}
        files={[]}
        onFilesAdd={([file]) => {
          if (file !== undefined) void file.arrayBuffer().then(bytes => onText(pemOf(new Uint8Array(bytes))))
        }}
      />
      {facts === null ? null : <Facts {...facts} />}
    </div>
  )
}

function Facts({ subject, thumbprint, expiresAt }: CertificateFacts) {
  const intl = useIntl()
  const format = useFormat()
  const days = Math.floor((Date.parse(expiresAt) - useNow()) / dayMs)
  return (
    <section aria-label={intl.formatMessage({ id: 'Applications.Kind.certificate' })} className="flex flex-col gap-2">
      <dl className="grid gap-2">
        <Fact label={<FormattedMessage id="Applications.Certificate.Subject" />}>
          <bdi>{subject}</bdi>
        </Fact>
        <Fact label={<FormattedMessage id="Applications.Thumbprint" />}>
          <bdi dir="ltr" className="font-mono">
            {thumbprint}
          </bdi>
        </Fact>
        <Fact label={<FormattedMessage id="Applications.Expires" />}>{format.dateTime(expiresAt, 'UTC')}</Fact>
      </dl>
      {days >= applicationLimits.warningDays ? null : (
        <Callout tone="warning" live>
          <FormattedMessage id="Applications.Certificate.EndsSoon" values={{ days }} />
        </Callout>
      )}
    </section>
  )
}
