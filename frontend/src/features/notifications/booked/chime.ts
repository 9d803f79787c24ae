/** The sound of a booked table: two notes, made by the browser. */

const NOTES_HZ = [659.25, 987.77] as const;
const NOTE_APART_S = 0.14;
const FADES_IN_S = 0.9;
const LOUDNESS = 0.14;
/** A browser that allows no sound before a click leaves `resume` pending. */
const ALLOWED_WITHIN_MS = 500;

/** Play the chime, if the browser allows it and `mayPlay` still wants it then. */
export async function playChime(mayPlay: () => Promise<boolean> = () => Promise.resolve(true)) {
  if (!('AudioContext' in window)) return;
  const context = new AudioContext();
  const isAllowed = await Promise.race([
    context.resume().then(
      () => true,
      () => false,
    ),
    new Promise<false>((resolve) => {
      setTimeout(resolve, ALLOWED_WITHIN_MS, false);
    }),
  ]);
  if (!isAllowed || !(await mayPlay())) {
    await context.close();
    return;
  }
  const start = context.currentTime;
  NOTES_HZ.forEach((frequency, index) => {
    const at = start + index * NOTE_APART_S;
    const note = new OscillatorNode(context, { type: 'sine', frequency });
    const gain = new GainNode(context, { gain: LOUDNESS });
    gain.gain.setValueAtTime(LOUDNESS, at);
    gain.gain.exponentialRampToValueAtTime(0.0001, at + FADES_IN_S);
    note.connect(gain).connect(context.destination);
    note.start(at);
    note.stop(at + FADES_IN_S);
    if (index === NOTES_HZ.length - 1) note.onended = () => void context.close();
  });
}
