/** Whether this device last heard that everything here is simulated. */
const SIMULATED = 'minerx:simulated';

export const wasSimulated = (): boolean => localStorage.getItem(SIMULATED) === '1';

/** For starts and failures during which nobody says it anew. */
export function keepSimulated(simulated: boolean): void {
  try {
    localStorage.setItem(SIMULATED, simulated ? '1' : '0');
  } catch {
    // Without room it is heard anew at the next start.
  }
}
