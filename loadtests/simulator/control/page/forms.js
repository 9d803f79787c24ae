'use strict';

const POLL_MS = 1000;
const MATCHES_SHOWN = 6;
const PLATFORMS = { resy: 'Resy', opentable: 'OpenTable' };
const DAYS_OF_RELEASE = 365;
const $ = (id) => document.getElementById(id);
const plain = (text) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
const plural = (n, word) => `${n} ${word}${n === 1 ? '' : 's'}`;
const longDate = (iso) => new Date(`${iso}T12:00`).toLocaleDateString('en-US', { weekday: 'short', month: 'short', day: 'numeric' });

/** `09:00` is 9 AM, `00:00` is midnight. */
function hourText(time) {
  const hour = Number(time.slice(0, 2));
  return { 0: 'midnight', 12: 'noon' }[hour] ?? `${((hour + 11) % 12) + 1} ${hour < 12 ? 'AM' : 'PM'}`;
}

/** The date in a zone, `days` from now, as YYYY-MM-DD. */
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

/** Shows a message under a form's button. */
function say(form, text, wrong = false) {
  const said = $(`${form}-said`);
  said.textContent = text;
  said.classList.toggle('wrong', wrong);
}

/* The forms; a release is for the restaurant chosen in the first form. */

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
    `${PLATFORMS[venue.source]}. ${venue.cuisine} in ${venue.neighborhood}, ${'$'.repeat(venue.price)}. Books open ${rule.days_ahead} days ahead at ${hourText(rule.local_time)}.`;
  $('date').min = dayIn(venue.time_zone, 0);
  $('date').max = dayIn(venue.time_zone, rule.days_ahead);
  if (!$('date').value || $('date').value < $('date').min || $('date').value > $('date').max) {
    $('date').value = dayIn(venue.time_zone, 1);
  }
  const sizes = Array.from({ length: venue.max_party_size - venue.min_party_size + 1 }, (_, i) => venue.min_party_size + i);
  ['party', 'release-party'].forEach((id) => fill($(id), sizes.map((n) => [n, `For ${n}`]), $(id).value || 2));
  $('release-where').textContent = `At ${venue.name}, by ${PLATFORMS[venue.source]}’s clock. The day may lie beyond what is on sale.`;
  $('release-date').min = $('date').min;
  $('release-date').max = dayIn(venue.time_zone, DAYS_OF_RELEASE);
  if (!$('release-date').value || $('release-date').value < $('date').min) {
    $('release-date').value = dayIn(venue.time_zone, rule.days_ahead + 1);
  }
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
    const all = `${name} ${plain(venue.neighborhood)} ${plain(venue.cuisine)} ${venue.id} ${venue.source}`;
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
    row.append(make('small', '', `${venue.cuisine} · ${venue.neighborhood} · ${PLATFORMS[venue.source]}`));
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

/** One submit, one call: `send` makes it and returns the message. */
function onSubmit(form, send) {
  $(form).addEventListener('submit', async (event) => {
    event.preventDefault();
    const button = $(form).querySelector('.primary');
    if (!chosen || button.getAttribute('aria-disabled') === 'true') return;
    button.setAttribute('aria-disabled', 'true');
    try {
      say(form, await send(chosen));
      await refresh();
    } catch (error) {
      say(form, error.message, true);
    } finally {
      button.removeAttribute('aria-disabled');
    }
  });
}

onSubmit('free', async (venue) => {
  const { slots } = await ask('/free', {
    source: venue.source, venue_id: venue.id, date: $('date').value, time: $('time').value,
    party_size: Number($('party').value), seating: $('seating').value, count: Number($('count').value),
  });
  const [slot] = slots;
  return `${plural(slots.length, 'table')} free at ${slot.venue_name}, ${longDate(slot.date)} at ${slot.time} for ${slot.party_size}.`;
});

onSubmit('release', async (venue) => {
  const { clocks } = await ask('/clock');
  const now = clocks.find((clock) => clock.source === venue.source).platform_ms;
  const times = $('release-times').value.split(/[\s,;]+/).filter(Boolean);
  const { release } = await ask('/release', {
    source: venue.source, venue_id: venue.id, date: $('release-date').value,
    at: new Date(now + Number($('release-in').value) * 1000).toISOString(),
    slots: times.map((time) => ({ time, party_size: Number($('release-party').value), count: Number($('release-count').value) })),
  });
  return `${plural(release.slots.length, 'table')} at ${release.venue_name}, ${longDate(release.date)}, planned.`;
});

const quarters = Array.from({ length: 60 }, (_, i) => `${String(9 + Math.floor(i / 4)).padStart(2, '0')}:${String((i % 4) * 15).padStart(2, '0')}`);
const tables = [1, 2, 3, 5, 10].map((n) => [n, plural(n, 'table')]);
fill($('time'), quarters.map((time) => [time, time]), '19:30');
fill($('count'), tables, 1);
fill($('release-count'), tables, 1);
fill($('release-in'), [10, 30, 60, 120, 300, 600].map((n) => [n, n < 60 ? `${n} seconds` : plural(n / 60, 'minute')]), 30);
