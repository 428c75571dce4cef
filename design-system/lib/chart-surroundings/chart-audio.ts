/** What of the Web Audio API is used; a browser may lack all of it. */
export type ChartAudio = Pick<
  AudioContext,
  'currentTime' | 'destination' | 'createOscillator' | 'createGain' | 'createStereoPanner' | 'resume' | 'close'
>
