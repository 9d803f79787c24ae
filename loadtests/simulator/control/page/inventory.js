'use strict';

/* Live lists. Rows are kept by key, so that a focused button keeps its place. */

function updateRows(list, items, key, draw) {
  const known = new Map([...list.children].map((row) => [row.dataset.key, row]));
  const first = !list.dataset.drawn;
  list.dataset.drawn = '1';
  items.forEach((item, place) => {
    const name = String(item[key]);
    let row = known.get(name);
    if (!row) {
      row = make('li', first ? '' : 'new');
      row.dataset.key = name;
    }
    known.delete(name);
    draw(row, item);
    if (list.children[place] !== row) list.insertBefore(row, list.children[place] ?? null);
  });
  known.forEach((row) => row.remove());
}

function describe(row, item, ...more) {
  const text = make('div');
  const detail = `${longDate(item.date)} · for ${item.party_size} · ${item.seating} · ${PLATFORMS[item.source]}`;
  text.append(make('div', 'name', item.venue_name), ...[detail, ...more].map((line) => make('div', 'what', line)));
  row.append(make('span', 'hour', item.time), text);
}

function drawOpen(row, table) {
  if (row.firstChild) return;
  describe(row, table);
  const take = make('button', 'take', 'Take');
  take.type = 'button';
  take.setAttribute('aria-label', `Take the table at ${table.venue_name}, ${table.time}`);
  take.addEventListener('click', async () => {
    try {
      await ask('/take', { slot_id: table.slot_id });
      say('free', `A stranger took the table at ${table.venue_name}.`);
    } catch (error) {
      say('free', error.message, true);
    }
    await refresh();
  });
  row.append(take);
}

function drawBooking(row, booking) {
  if (!row.firstChild) {
    const at = new Date(booking.booked_ms).toLocaleTimeString('en-GB');
    const guest = booking.guest && `${booking.guest.first_name} ${booking.guest.last_name}, by `;
    describe(row, booking, `${guest ?? ''}${booking.user_email} at ${at}`);
    row.append(make('span', 'state'));
  }
  const state = booking.status === 'booked' ? 'Booked' : 'Canceled';
  if (row.querySelector('.state').textContent !== state) row.querySelector('.state').textContent = state;
  row.classList.toggle('cancelled', booking.status !== 'booked');
}

function drawRate(seconds) {
  const most = Math.max(4, ...seconds);
  const bars = seconds.map((n, i) => {
    const bar = document.createElementNS('http://www.w3.org/2000/svg', 'rect');
    const height = n ? Math.max(1.5, (n / most) * 40) : 0;
    Object.entries({ x: i * 4, y: 40 - height, width: 3, height }).forEach(([name, value]) => bar.setAttribute(name, value));
    return bar;
  });
  $('bars').replaceChildren(...bars);
  const minute = seconds.reduce((sum, n) => sum + n, 0);
  $('rate').textContent = minute
    ? `${plural(minute, 'request')} in the last minute, ${seconds.at(-1)}/s now`
    : 'No requests in the last minute';
}

function drawRelease(row, release) {
  if (!row.firstChild) {
    const text = make('div');
    text.append(make('div', 'name', release.venue_name));
    text.append(make('div', 'what', `${longDate(release.date)} · ${plural(release.slots.length, 'table')} · by its clock at ${release.at.slice(11, 19)} UTC`));
    row.append(make('span', 'hour'), text, make('span', 'state'));
  }
  const left = Math.max(0, Math.ceil((release.due_ms - Date.now()) / 1000));
  row.querySelector('.hour').textContent = release.over ? '' : `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`;
  row.querySelector('.state').textContent = release.over ? 'Open' : 'Planned';
}

/** A platform's current behavior, in one line. */
function behavior(source, seen) {
  const of = (rows) => rows.filter((row) => row.source === source);
  const { find_ms: find, details_ms: details, book_ms: book } = seen.latency[source];
  const [{ skew_ms: skew }] = of(seen.clocks);
  const clock = skew ? `its clock is ${Math.abs(skew) / 1000} s ${skew > 0 ? 'ahead' : 'behind'}` : 'its clock is exact';
  const rivals = of(seen.rivals).map((group) => `${plural(group.count, 'rival')} after ${group.reaction_ms} ms`);
  const limits = of(seen.limits).map((limit) => `at most ${limit.per_minute} requests a minute`);
  const faults = of(seen.faults).map((fault) => `${fault.kind}${fault.path ? ` on ${fault.path}` : ''}`);
  return [
    `${PLATFORMS[source]} answers find, details and book in ${find}, ${details} and ${book} ms; ${clock}`,
    rivals.length ? rivals.join(', ') : 'no rivals',
    ...limits,
    faults.length ? `injected faults: ${faults.join(', ')}` : 'no faults',
  ].join('; ') + '.';
}

function drawBehavior(seen) {
  const lines = Object.keys(PLATFORMS).map((source) => behavior(source, seen));
  if (lines.join() === [...$('behavior').children].map((row) => row.textContent).join()) return;
  $('behavior').replaceChildren(...lines.map((line) => make('li', '', line)));
}

let seed = null;

async function refresh() {
  const seen = await ask('/watch');
  if (seed !== null && seed !== seen.seed) await load();
  seed = seen.seed;
  $('open-count').textContent = seen.open_total;
  $('booked-count').textContent = seen.booked_total;
  $('open-empty').hidden = seen.open_total > 0;
  $('bookings-empty').hidden = seen.bookings.length > 0;
  updateRows($('open'), seen.open.reverse(), 'slot_id', drawOpen);
  updateRows($('bookings'), seen.bookings, 'reservation_id', drawBooking);
  drawRate(seen.requests);
  updateRows($('releases'), seen.releases, 'release_id', drawRelease);
  drawBehavior(seen);
}

async function load() {
  venues = (await ask('/venues')).venues;
  const wanted = Number(new URLSearchParams(location.search).get('venue'));
  choose(venues.find((venue) => venue.id === wanted) ?? venues[0]);
}

async function tick() {
  try {
    if (!venues.length) await load();
    await refresh();
    $('away').hidden = true;
  } catch {
    $('away').hidden = false;
  }
  setTimeout(tick, POLL_MS);
}

tick();
