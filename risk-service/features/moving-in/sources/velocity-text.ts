/** Whether a text is one of velocities: comments apart, it begins with SELECT. */
export const isVelocityText = (text: string): boolean =>
  /^select\s/i.test(
    text
      .split(/\r?\n/)
      .filter(line => !/^\s*(?:\/\/.*)?$/.test(line))
      .join('\n')
      .trim(),
  )
