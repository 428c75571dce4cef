import { Button, Icon, Progress, useAnnounce } from '@assay/design-system'
import { FileText, Pause, Play, RotateCcw } from 'lucide-react'
import { useCallback, useEffect, useId, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { readingTime, slides } from './slides.ts'
import { usePresentation } from './use-presentation.ts'

export interface FcraPresentationProps {
  /** It was played to its end, or its transcript was opened. */
  onSeen: () => void
}

/** A short presentation with captions: play and pause, its progress, and its whole text. */
export function FcraPresentation({ onSeen }: FcraPresentationProps) {
  const intl = useIntl()
  const announce = useAnnounce()
  const transcriptId = useId()
  const [transcript, setTranscript] = useState(false)
  const texts = slides.map(({ id }) => ({
    title: intl.formatMessage({ id: `Fcra.Slide.${id}Title` }),
    text: intl.formatMessage({ id: `Fcra.Slide.${id}Text` }),
  }))
  const seen = useCallback(() => onSeen(), [onSeen])
  const { index, playing, ended, share, toggle } = usePresentation(
    texts.map(({ text }) => readingTime(text)),
    seen,
  )
  const caption = texts[index]
  const spoken = playing && caption ? `${caption.title}. ${caption.text}` : ''
  useEffect(() => {
    if (spoken !== '') announce(spoken)
  }, [announce, spoken])
  const icon = slides[index]?.icon
  return (
    <section aria-label={intl.formatMessage({ id: 'Fcra.Presentation' })} className="flex flex-col gap-3">
      <div className="flex min-h-[13rem] flex-col items-center justify-center gap-3 rounded-card border border-line-subtle bg-surface-sunken p-6 text-center">
        {icon ? <Icon icon={icon} size={20} className="text-link" /> : null}
        <p className="text-md font-semibold">{caption?.title}</p>
        <p className="max-w-prose text-fg-secondary">{caption?.text}</p>
      </div>
      <Progress
        label={<FormattedMessage id="Fcra.Progress" />}
        value={share}
        max={1}
        detail={<FormattedMessage id="Fcra.Part" values={{ current: index + 1, count: slides.length }} />}
      />
      <div className="flex flex-wrap gap-2">
        <Button start={<Icon icon={playing ? Pause : ended ? RotateCcw : Play} />} onClick={toggle}>
          <FormattedMessage id={playing ? 'Fcra.Pause' : ended ? 'Fcra.Again' : 'Fcra.Play'} />
        </Button>
        <Button
          variant="ghost"
          start={<Icon icon={FileText} />}
          aria-expanded={transcript}
          aria-controls={transcriptId}
          onClick={() => {
            setTranscript(!transcript)
            onSeen()
          }}
        >
          <FormattedMessage id={transcript ? 'Fcra.HideTranscript' : 'Fcra.ShowTranscript'} />
        </Button>
      </div>
      <div id={transcriptId} hidden={!transcript} className="rounded-card border border-line-subtle p-4">
        <dl className="flex max-w-prose flex-col gap-3">
          {texts.map(({ title, text }) => (
            <div key={title}>
              <dt className="font-medium">{title}</dt>
              <dd className="text-fg-secondary">{text}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  )
}
