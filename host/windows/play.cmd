@echo off
rem Builds the demo and plays it, with live editing on.
cd /d "%~dp0demo"
"%~dp0bin\eddie.exe" %*
if errorlevel 1 pause
