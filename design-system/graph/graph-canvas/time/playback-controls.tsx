import { Pause, Play } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuTrigger,
} from '../../../overlays/dropdown-menu/dropdown-menu.tsx'
import { Button } from '../../../primitives/button/button.tsx'
import { IconButton } from '../../../primitives/icon-button/icon-button.tsx'
import type { TimePeriod } from '../model/graph-state.ts'
import { nextPeriod, playbackSpeeds, tickMs } from '../model/playback.ts'

interface PlaybackControlsProps {
  from: number
  to: number
  period: TimePeriod | null
  onPeriodChange: (period: TimePeriod | null) => void
}

/** Plays the time: the end of the period moves on until it is the end of the data. */
export function PlaybackControls({ from, to, period, onPeriodChange }: PlaybackControlsProps) {
  const intl = useIntl()
  const [playing, setPlaying] = useState(false)
  const [speed, setSpeed] = useState<(typeof playbackSpeeds)[number]>(4)
  const step = useEffectEvent(() => {
    const next = nextPeriod({ from, to }, period, speed)
    if (next === null || next[1] >= to) setPlaying(false)
    onPeriodChange(next)
  })
  useEffect(() => {
    if (!playing) return
    const timer = setInterval(() => step(), tickMs)
    return () => clearInterval(timer)
  }, [playing])
  const start = () => {
    // From the end it starts again at the beginning.
    if (period === null || period[1] >= to) onPeriodChange([period?.[0] ?? from, period?.[0] ?? from])
    setPlaying(true)
  }
  return (
    <div className="flex items-center gap-1">
      <IconButton
        icon={playing ? Pause : Play}
        size="sm"
        label={intl.formatMessage({ id: playing ? 'DesignSystem.Graph.Pause' : 'DesignSystem.Graph.Play' })}
        onClick={() => (playing ? setPlaying(false) : start())}
      />
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button
            variant="ghost"
            size="sm"
            aria-label={intl.formatMessage({ id: 'DesignSystem.Graph.SpeedOf' }, { speed })}
          >
            <FormattedMessage id="DesignSystem.Graph.Speed" values={{ speed }} />
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="start" side="top">
          <DropdownMenuRadioGroup
            value={String(speed)}
            onValueChange={value => setSpeed(playbackSpeeds.find(entry => String(entry) === value) ?? 1)}
          >
            {playbackSpeeds.map(entry => (
              <DropdownMenuRadioItem key={entry} value={String(entry)}>
                <FormattedMessage id="DesignSystem.Graph.Speed" values={{ speed: entry }} />
              </DropdownMenuRadioItem>
            ))}
          </DropdownMenuRadioGroup>
        </DropdownMenuContent>
      </DropdownMenu>
    </div>
  )
}
