'use strict';

const POLL_MS = 1000;
const MATCHES_SHOWN = 6;
const $ = (id) => document.getElementById(id);
const plain = (text) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
const plural = (n, word) => `${n} ${word}${n === 1 ? '' : 's'}`;
const longDate = (iso) => new Date(`${iso}T12:00`).toLocaleDateString('en-US', { weekday: 'short', month: 'short', day: 'numeric' });

/** `09:00` is 9 AM, `00:00` is midnight. */
function hourWords(time) {
  const hour = Number(time.slice(0, 2));
  return { 0: 'midnight', 12: 'noon' }[hour] ?? `${((hour + 11) % 12) + 1} ${hour < 12 ? 'AM' : 'PM'}`;
}

/** The day on the wall calendar of a zone, `days` from now, as YYYY-MM-DD. */
function dayIn(zone, days) {
  const [year, month, day] = new Date().toLocaleDateString('en-CA', { timeZone: zone }).split('-').map(Number);
  return new Date(Date.UTC(year, month - 1, day + days)).toISOString().slice(0, 10);
}

async function ask(path, body) {
  const reply = await fetch(path, body && { method: 'POST', body: JSON.stringify(body) });
  const answer = await reply.json();
  if (!reply.ok) throw new Error(answer.message);
  return answer;
}

function make(tag, className, text) {
  const node = document.createElement(tag);
  if (className) node.className = className;
  if (text !== undefined) node.textContent = text;
  return node;
}

function say(text, wrong = false) {
  $('said').textContent = text;
  $('said').classList.toggle('wrong', wrong);
}

/* The form */

let venues = [];
let chosen = null;
let active = -1;

function fill(select, options, wanted) {
  select.replaceChildren(...options.map(([value, label]) => new Option(label, value)));
  if (options.some(([value]) => String(value) === String(wanted))) select.value = wanted;
}

function choose(venue) {
  chosen = venue;
  $('venue').value = venue.name;
  const rule = venue.release_rule;
  $('about').textContent =
    `${venue.cuisine} in ${venue.neighborhood}, ${'$'.repeat(venue.price)}. Books open ${rule.days_ahead} days ahead at ${hourWords(rule.local_time)}.`;
  $('date').min = dayIn(venue.time_zone, 0);
  $('date').max = dayIn(venue.time_zone, rule.days_ahead);
  if (!$('date').value || $('date').value < $('date').min || $('date').value > $('date').max) {
    $('date').value = dayIn(venue.time_zone, 1);
  }
  const sizes = Array.from({ length: venue.max_party_size - venue.min_party_size + 1 }, (_, i) => venue.min_party_size + i);
  fill($('party'), sizes.map((n) => [n, `For ${n}`]), $('party').value || 2);
  fill($('seating'), venue.seating_types.map((name) => [name, name]), $('seating').value);
  close();
}

function close() {
  active = -1;
  $('matches').hidden = true;
  $('venue').setAttribute('aria-expanded', 'false');
  $('venue').removeAttribute('aria-activedescendant');
}

function matching(query) {
  const words = plain(query).split(/\s+/).filter(Boolean);
  const scored = venues.map((venue) => {
    const name = plain(venue.name);
    const all = `${name} ${plain(venue.neighborhood)} ${plain(venue.cuisine)} ${venue.id}`;
    if (!words.every((word) => all.includes(word))) return [0, venue];
    return [name.startsWith(words[0] ?? '') ? 3 : name.includes(words[0] ?? '') ? 2 : 1, venue];
  });
  return scored.filter(([score]) => score).sort((a, b) => b[0] - a[0] || a[1].name.localeCompare(b[1].name))
    .slice(0, MATCHES_SHOWN).map(([, venue]) => venue);
}

function suggest() {
  const found = matching($('venue').value);
  const rows = found.map((venue, i) => {
    const row = make('li', '', venue.name);
    row.id = `match-${i}`;
    row.setAttribute('role', 'option');
    row.setAttribute('aria-selected', 'false');
    row.append(make('small', '', `${venue.cuisine} · ${venue.neighborhood}`));
    row.addEventListener('pointerdown', (event) => { event.preventDefault(); choose(venue); });
    row.venue = venue;
    return row;
  });
  $('matches').replaceChildren(...(rows.length ? rows : [make('li', 'none', 'No restaurant matches. Try a neighborhood.')]));
  $('matches').hidden = false;
  $('venue').setAttribute('aria-expanded', 'true');
  mark(rows.length ? 0 : -1);
}

function mark(place) {
  const rows = [...$('matches').querySelectorAll('[role=option]')];
  active = rows.length ? (place + rows.length) % rows.length : -1;
  rows.forEach((row, i) => row.setAttribute('aria-selected', String(i === active)));
  if (active >= 0) $('venue').setAttribute('aria-activedescendant', rows[active].id);
  else $('venue').removeAttribute('aria-activedescendant');
}

$('venue').addEventListener('input', suggest);
$('venue').addEventListener('focus', (event) => event.target.select());
$('venue').addEventListener('blur', () => { close(); if (chosen) $('venue').value = chosen.name; });
$('venue').addEventListener('keydown', (event) => {
  const open = !$('matches').hidden;
  if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
    event.preventDefault();
    if (!open) suggest();
    else mark(active + (event.key === 'ArrowDown' ? 1 : -1));
  } else if (event.key === 'Enter' && open) {
    event.preventDefault();
    if (active >= 0) choose($('matches').children[active].venue);
  } else if (event.key === 'Escape' && open) close();
});

$('free').addEventListener('submit', async (event) => {
  event.preventDefault();
  const button = event.submitter ?? $('free').querySelector('.primary');
  if (!chosen || button.getAttribute('aria-disabled') === 'true') return;
  button.setAttribute('aria-disabled', 'true');
  try {
    const { slots } = await ask('/free', {
      source: chosen.source, venue_id: chosen.id, date: $('date').value, time: $('time').value,
      party_size: Number($('party').value), seating: $('seating').value, count: Number($('count').value),
    });
    const [slot] = slots;
    say(`${plural(slots.length, 'table')} free at ${slot.venue_name}, ${longDate(slot.date)} at ${slot.time} for ${slot.party_size}.`);
    await refresh();
  } catch (error) {
    say(error.message, true);
  } finally {
    button.removeAttribute('aria-disabled');
  }
});

/* What is going on: rows are kept by key, so that a focused button stays where it is. */

function keep(list, items, key, draw) {
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
  const detail = `${longDate(item.date)} · for ${item.party_size} · ${item.seating}`;
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
      say(`A stranger sits at ${table.venue_name}.`);
    } catch (error) {
      say(error.message, true);
    }
    await refresh();
  });
  row.append(take);
}

function drawBooking(row, booking) {
  if (!row.firstChild) {
    const at = new Date(booking.booked_ms).toLocaleTimeString('en-GB');
    describe(row, booking, `${booking.user_email} at ${at}`);
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

function drawManners(latency, faults) {
  const { find_ms: find, details_ms: details, book_ms: book } = latency.resy;
  const broken = faults.map((fault) => `${fault.kind}${fault.path ? ` on ${fault.path}` : ''}`);
  $('manners').textContent =
    `Resy answers find, details and book in ${find}, ${details} and ${book} ms. ` +
    (broken.length ? `Faults on purpose: ${broken.join(', ')}.` : 'No faults.');
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
  keep($('open'), seen.open.reverse(), 'slot_id', drawOpen);
  keep($('bookings'), seen.bookings, 'reservation_id', drawBooking);
  drawRate(seen.requests);
  drawManners(seen.latency, seen.faults);
}

async function load() {
  venues = (await ask('/venues?source=resy')).venues;
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

const quarters = Array.from({ length: 60 }, (_, i) => `${String(9 + Math.floor(i / 4)).padStart(2, '0')}:${String((i % 4) * 15).padStart(2, '0')}`);
fill($('time'), quarters.map((time) => [time, time]), '19:30');
fill($('count'), [1, 2, 3, 5, 10].map((n) => [n, plural(n, 'table')]), 1);
tick();
